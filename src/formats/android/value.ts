import { type XmlElement } from '../kit/xml/elements.js';
import { charactersOf, decodeText } from '../kit/xml/escape.js';

/** A run of characters, or a tag as written in the file. */
type Piece = { readonly run: string } | { readonly tag: string; readonly breaks: boolean };

/**
 * Whether a tag ends open quotes and white space before it, as styles (`<b>`) do and `<xliff:g>`
 * does not.
 */
export function breaksText(name: string): boolean {
  return !name.includes(':');
}

/** White space according to `aapt2`. */
const SPACE = String.raw`[ \t\n\v\f\r]`;
const SPECIAL = new RegExp(String.raw`[\\"']|${SPACE}${SPACE}|[\t\n\v\f\r]`);
const TOKEN = new RegExp(String.raw`\\u([0-9a-fA-F]{0,4})|\\([^])|\\$|["']|${SPACE}+`, 'g');
const LEADING = new RegExp(`^${SPACE}+`);

/** Called for input that `aapt2` refuses. */
export interface Refused {
  /** For a `\u` without four digits. */
  readonly escape: () => never;
  /** For an unescaped apostrophe outside of quotes. */
  readonly apostrophe: () => void;
}

/**
 * The value of a resource as `aapt2` reads it: white space outside of quotes becomes one space,
 * escapes are resolved. Tags and the file's own entities stay as written.
 */
export function readValue(source: string, element: XmlElement, refused: Refused): string {
  const { children } = element;
  const [only] = children;
  if (children.length === 1 && only?.kind === 'text') {
    const run = trim(decodeText(source.slice(only.start, only.end)));
    if (!SPECIAL.test(run)) return run;
  }
  const pieces = piecesOf(source, element);
  const runs = pieces.flatMap((piece, at) => ('run' in piece ? [at] : []));
  const [start, end] = [runs[0], runs.at(-1)];
  const state = { ...NEW_STATE };
  return pieces
    .map((piece, at) => {
      if ('tag' in piece) {
        if (piece.breaks) Object.assign(state, NEW_STATE);
        return piece.tag;
      }
      const lead = at === start ? piece.run.replace(LEADING, '') : piece.run;
      const run = at === end ? trimEnd(lead) : lead;
      return unescape(run, state, refused);
    })
    .join('');
}

function trim(run: string): string {
  return trimEnd(/^\s/.test(run) ? run.replace(LEADING, '') : run);
}

/** Avoids a pattern that would try each run of spaces in the middle. */
function trimEnd(run: string): string {
  let end = run.length;
  while (' \t\n\v\f\r'.includes(run.charAt(end - 1)) && end > 0) end -= 1;
  return end === run.length ? run : run.slice(0, end);
}

/** Joins adjacent characters into one run, whatever ignored markup is between them. */
function piecesOf(source: string, element: XmlElement): readonly Piece[] {
  const pieces: Piece[] = [];
  const add = (raw: string): void => {
    const run = withQuotes(raw);
    const last = pieces.at(-1);
    if (last !== undefined && 'run' in last) pieces[pieces.length - 1] = { run: last.run + run };
    else pieces.push({ run });
  };
  const visit = ({ children }: XmlElement): void => {
    for (const node of children) {
      const { kind, start, end } = node;
      if (kind === 'text' || kind === 'cdata') add(charactersOf(source, node));
      else if (kind === 'element') {
        const breaks = breaksText(node.name);
        pieces.push({ tag: source.slice(start, node.open), breaks });
        visit(node);
        if (end > node.open) pieces.push({ tag: source.slice(node.close, end), breaks });
      }
    }
  };
  visit(element);
  return pieces;
}

/**
 * Keeps unescaped quotes of a tag in CDATA (`<![CDATA[<a href="…">]]>`), which authors often forget
 * to escape. Android drops them and shows the link anyway; the author meant them to be there.
 */
function withQuotes(run: string): string {
  if (!run.includes('<') || !run.includes('"')) return run;
  return run.replace(TEXT_TAG, (tag) => tag.replace(BARE_QUOTE, '\\"'));
}

/** A tag in character data. */
export const TEXT_TAG = /<[A-Za-z][^<>]*>/g;
export const BARE_QUOTE = /(?<!\\)"/g;

interface State {
  isQuoted: boolean;
  isAfterSpace: boolean;
}

const NEW_STATE: Readonly<State> = { isQuoted: false, isAfterSpace: false };

const LETTERS: Readonly<Record<string, string>> = { n: '\n', t: '\t' };

function unescape(run: string, state: State, refused: Refused): string {
  let text = '';
  let last = 0;
  for (const match of run.matchAll(TOKEN)) {
    const [token, hex, letter] = match;
    if (match.index > last) state.isAfterSpace = false;
    text += run.slice(last, match.index);
    last = match.index + token.length;
    if (token === '"') {
      state.isQuoted = !state.isQuoted;
      state.isAfterSpace = false;
    } else if (token === "'") {
      state.isAfterSpace = false;
      text += token;
      if (!state.isQuoted) refused.apostrophe();
    } else if (token.startsWith('\\')) {
      state.isAfterSpace = false;
      if (hex !== undefined && hex.length < 4) refused.escape();
      if (hex !== undefined) text += String.fromCharCode(Number.parseInt(hex, 16));
      else if (letter !== undefined) text += LETTERS[letter] ?? letter;
    } else if (state.isQuoted) text += token;
    else {
      if (!state.isAfterSpace) text += ' ';
      state.isAfterSpace = true;
    }
  }
  if (last < run.length) state.isAfterSpace = false;
  return text + run.slice(last);
}

const REFERENCE =
  /^\s*(?:@(?:null|empty|\+?\*?(?:[\w.]+:)?[a-z]\w*\/[\w.]+)|\?(?:[\w.]+:)?(?:[a-z]+\/)?[A-Za-z_][\w.]*)\s*$/;

/** Whether a value is the name of another resource. */
export function isReference(source: string, { children }: XmlElement): boolean {
  const [only] = children;
  if (children.length !== 1 || only?.kind !== 'text') return false;
  const first = source.charCodeAt(only.start);
  // Most texts start with a character that no reference starts with, so they are not extracted.
  if (first > 64 || (first > 32 && first < 63)) return false;
  return REFERENCE.test(source.slice(only.start, only.end));
}
