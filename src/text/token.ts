/** What a piece of a message that is not text stands for. */
type CodeKind =
  /** A variable or reference: must be in the translation. */
  | 'placeholder'
  /** A tag or inline code. */
  | 'markup'
  /** Written in another way than it reads (`'{'`, `{'@'}`, `&shy;`): kept, not required. */
  | 'escape'
  /** Reads the same in every language (an address, a code span, a term): kept, not required. */
  | 'literal'
  /** An ICU argument with messages of its own. */
  | 'nested';

export type CodeRole = 'single' | 'open' | 'close';

/** A code found in a text: a half-open range of UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: CodeKind;
  /** Identity: codes of the same name can stand for each other. */
  readonly name: string;
  readonly role: CodeRole;
  readonly nested?: Message;
}

interface TextToken {
  readonly type: 'text';
  readonly raw: string;
  /** As people read it: escapes and entities resolved. */
  readonly text: string;
}

export interface CodeToken {
  readonly type: 'code';
  readonly raw: string;
  readonly kind: CodeKind;
  readonly name: string;
  readonly role: CodeRole;
  /** Index among the leaf's tokens of the other end; equal to its own index for `single`. */
  readonly mate: number;
  readonly nested?: Message;
}

export type Token = TextToken | CodeToken;

/** The number that stands for a count while its text is translated. */
export interface Counted {
  readonly number: number;
  /** Names of codes that show the count. */
  readonly isCount: (name: string) => boolean;
  /** The count stands beside the leaf in its message (`{n} {n, plural, other {files}}`). */
  readonly beside: boolean;
  /** Of the choices around: other numbers. */
  readonly others?: readonly Counted[];
}

/** One run of text that is translated as a whole. */
export interface Leaf {
  readonly tokens: readonly Token[];
  readonly counted?: Counted;
  /**
   * Writes text of an answer the way the source writes it; `next` is what follows it in the
   * message.
   */
  readonly encode: (text: string, next: string) => string;
}

/** A message: literal pieces that never change, and leaves. */
export interface Message {
  readonly pieces: readonly (string | Leaf)[];
  /** What tells a translator where the leaves belong: they are no whole sentences. */
  readonly context?: string;
}

export function isCode(token: Token): token is CodeToken {
  return token.type === 'code';
}

/** Every leaf of a message, outer ones before those inside their codes. */
export function leavesOf(message: Message): Leaf[] {
  const leaves: Leaf[] = [];
  const visit = (current: Message): void => {
    for (const piece of current.pieces) {
      if (typeof piece === 'string') continue;
      leaves.push(piece);
      for (const token of piece.tokens) {
        if (token.type === 'code' && token.nested !== undefined) visit(token.nested);
      }
    }
  };
  visit(message);
  return leaves;
}

/** Both lists in order, without the spans of either that lie inside one of the other. */
export function mergeSpans(a: readonly Span[], b: readonly Span[]): Span[] {
  if (a.length === 0) return [...b];
  if (b.length === 0) return [...a];
  const all = [...a, ...b].sort((x, y) => x.start - y.start || y.end - x.end);
  const kept: Span[] = [];
  let end = 0;
  for (const span of all) {
    if (span.start < end) continue;
    kept.push(span);
    end = span.end;
  }
  return kept;
}

const FILL = '\ufffc';

/** The text with all that spans cover hidden, offsets kept. */
export function mask(text: string, spans: readonly Span[]): string {
  if (spans.length === 0) return text;
  let out = '';
  let last = 0;
  for (const { start, end } of spans) {
    out += text.slice(last, start) + FILL.repeat(end - start);
    last = end;
  }
  return out + text.slice(last);
}
