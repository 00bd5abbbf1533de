import { EditError, formatKey } from '../../model/index.js';
import type { Key } from '../../model/index.js';
import { detectNewline, lineEnd, skipLineEnd } from '../kit/layout.js';

// Joomla, OBS, Windows, Factorio and Python read these files in different ways. What they have in common: a bare value is one
// line, and quotes around a value are no part of it. So nothing else is an escape but a quote inside of quotes.

/** A value in double quotes, which may have several lines, with a comment behind it. */
const QUOTED = /"((?:"_QQ_"|\\[^]|[^"\\])*)"(?=[ \t]*(?:[;#].*)?$)/my;

/** A value in a file, and its text. */
interface Value {
  readonly start: number;
  readonly end: number;
  readonly text: string;
  readonly isQuoted: boolean;
}

/** @param depth columns before its name: deeper lines without a separator belong to a bare value */
export function valueAt(text: string, at: number, depth: number): Value {
  QUOTED.lastIndex = at;
  const raw = text.charAt(at) === '"' ? QUOTED.exec(text)?.[1] : undefined;
  // A quote that closes in another pair is none.
  if (raw !== undefined && !/[\n\r][ \t]*[^\s"=]+[ \t]*=[ \t]*"/.test(raw)) {
    const start = at + 1;
    return { start, end: start + raw.length, text: unescape(raw), isQuoted: true };
  }
  let stop = lineEnd(text, at);
  const said = [text.slice(at, stop).trimEnd()];
  let end = at + (said[0]?.length ?? 0);
  for (let from = skipLineEnd(text, stop); from > stop; from = skipLineEnd(text, stop)) {
    stop = lineEnd(text, from);
    const line = text.slice(from, stop).trimEnd();
    const own = line.trimStart();
    if (own === '' || line.length - own.length <= depth || /^[;#]|=/.test(own)) break;
    said.push(own);
    end = from + line.length;
  }
  return { start: at, end, text: said.join('\n'), isQuoted: false };
}

/** Backslashes count before a quote alone: programs disagree about `\n`, so it stays as it is. */
function unescape(raw: string): string {
  const half = (slashes: string): string => slashes.slice(0, slashes.length >> 1);
  const text = raw.replace(
    /(\\*)("_QQ_"|"|$)/g,
    (_, slashes: string, quote: string) => half(slashes) + (quote === '' ? '' : '"'),
  );
  return /\r/.test(text) ? text.replace(/\r\n?/g, '\n') : text;
}

/**
 * A text as a value, without its quotes.
 * @throws EditError `not-writable` for a text that would not be read again
 */
export function valueText(
  { key, text }: { readonly key: Key; readonly text: string },
  file: { readonly text: string; readonly hasMarks: boolean },
  { isQuoted, indent }: { readonly isQuoted: boolean; readonly indent: string },
): string {
  const newline = detectNewline(file.text);
  const quote = file.hasMarks ? '"_QQ_"' : '\\"';
  const value = isQuoted
    ? text
        .replace(/(\\*)"/g, `$1$1${quote}`)
        .replace(/\\+$/, '$&$&')
        .replaceAll('\n', newline)
    : text.replace(/[ \t]*\n[ \t]*/g, `${newline}${indent}    `);
  const again = valueAt(isQuoted ? `"${value}"` : value, 0, indent.length);
  const isWhole = again.end === value.length + (isQuoted ? 1 : 0);
  if (
    again.text === (isQuoted ? text : text.replace(/[ \t]*\n[ \t]*/g, '\n')) &&
    again.isQuoted === isQuoted &&
    isWhole &&
    !/^[ \t]/.test(isQuoted ? '' : text)
  )
    return value;
  throw notWritable(key);
}

/** @throws EditError `not-writable` for a name that would not be read again */
export function nameText(key: Key, name: string): string {
  if (name === '' || name !== name.trim() || /^[;#[]|[\n\r=\]:]/.test(name)) throw notWritable(key);
  return name;
}

function notWritable(key: Key): EditError {
  return new EditError(
    'not-writable',
    key,
    `"${formatKey(key)}" cannot be written in an INI file.`,
  );
}
