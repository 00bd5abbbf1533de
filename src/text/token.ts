/** Kind of a piece of a message that is not text. */
type CodeKind =
  /** A variable or reference, which the translation must contain. */
  | 'placeholder'
  /** A tag or inline code. */
  | 'markup'
  /** Written differently than read (`'{'`, `{'@'}`, `&shy;`): preserved, but not required. */
  | 'escape'
  /** The same in every language (an address, a code span, a term): preserved, but not required. */
  | 'literal'
  /** An ICU argument that contains messages. */
  | 'nested';

export type CodeRole = 'single' | 'open' | 'close';

/** A code in a text: a half-open range of UTF-16 offsets. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly kind: CodeKind;
  /** Identity: codes with the same name are interchangeable. */
  readonly name: string;
  readonly role: CodeRole;
  readonly nested?: Message;
}

interface TextToken {
  readonly type: 'text';
  readonly raw: string;
  /** As people read it, with escapes and entities resolved. */
  readonly text: string;
}

export interface CodeToken {
  readonly type: 'code';
  readonly raw: string;
  readonly kind: CodeKind;
  readonly name: string;
  readonly role: CodeRole;
  /** Index of the matching tag among the leaf's tokens; its own index for `single`. */
  readonly mate: number;
  readonly nested?: Message;
}

export type Token = TextToken | CodeToken;

/** A number that replaces a count while its text is translated. */
export interface Counted {
  readonly number: number;
  /** Whether a code shows the count, by its name. */
  readonly isCount: (name: string) => boolean;
  /** Whether the count is outside the leaf in its message (`{n} {n, plural, other {files}}`). */
  readonly beside: boolean;
  /** Counts of the enclosing choices, with other numbers. */
  readonly others?: readonly Counted[];
}

/** A run of text that is translated as a whole. */
export interface Leaf {
  readonly tokens: readonly Token[];
  readonly counted?: Counted;
  /** Escapes text of an answer as the source does. `next` is what follows it in the message. */
  readonly encode: (text: string, next: string) => string;
}

/** A message: literal pieces that never change, and leaves. */
export interface Message {
  readonly pieces: readonly (string | Leaf)[];
  /** Context for the translator, because the leaves are not whole sentences. */
  readonly context?: string;
}

export function isCode(token: Token): token is CodeToken {
  return token.type === 'code';
}

/** All leaves of a message, outer ones before those inside their codes. */
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

/** Both lists in order, without spans that are inside a span of the other list. */
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

/** The text with everything in the spans masked; offsets stay the same. */
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
