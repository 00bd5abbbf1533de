import type { Encoding } from '../../model/index.js';
import type { Entry, Field } from './read.js';
import { quote, type Style } from './wrap.js';

export function isHeader({ id, context }: Entry): boolean {
  return id.text === '' && context === undefined;
}

/** A field of the header, such as `Plural-Forms`; undefined if it is missing. */
export function headerValue(header: Entry | undefined, name: string): string | undefined {
  const text = header?.texts[0]?.text ?? '';
  return new RegExp(`^${name}:[ \\t]*(.*?)[ \\t]*$`, 'im').exec(text)?.[1];
}

/** The charset that a header states, found as gettext finds it; '' if it states none. */
export function charsetOf(header: Entry | undefined): string {
  return /charset=[ \t]*([\w.:-]*)/.exec(header?.texts[0]?.text ?? '')?.[1] ?? '';
}

/** The value of `Content-Type` for a file in an encoding, with gettext's name for it. */
export function contentType(encoding: Encoding): string {
  const charset = encoding.toUpperCase().replace(/^WINDOWS-/, 'CP');
  return `text/plain; charset=${charset}`;
}

/** Where a missing field is inserted: before these, in gettext's order. */
const BEHIND: Readonly<Record<string, RegExp>> = {
  Language: /^(?:MIME-Version|Content-Type|Content-Transfer-Encoding|Plural-Forms):/i,
  'Content-Transfer-Encoding': /^Plural-Forms:/i,
  'Content-Type': /^(?:Content-Transfer-Encoding|Plural-Forms):/i,
  'MIME-Version': /^(?:Content-Type|Content-Transfer-Encoding|Plural-Forms):/i,
};

/** A header's text with these field values. */
export function withValues(text: string, values: Readonly<Record<string, string>>): string {
  const lines = text === '' ? [] : text.split(/(?<=\n)/);
  for (const [name, value] of Object.entries(values)) {
    const line = `${name}: ${value}\n`;
    const at = lines.findIndex((one) => one.toLowerCase().startsWith(`${name.toLowerCase()}:`));
    if (at >= 0) {
      lines[at] = line;
      continue;
    }
    const before = lines.findIndex((one) => BEHIND[name]?.test(one) === true);
    const last = lines.length - 1;
    if (before === -1 && lines[last]?.endsWith('\n') === false) lines[last] += '\n';
    lines.splice(before === -1 ? lines.length : before, 0, line);
  }
  return lines.join('');
}

const QUOTED = /"((?:[^"\\]|\\[^])*)"/g;

/** The quoted header with another text; unchanged lines stay as written in the field's file. */
export function quoteHeader(
  field: Field,
  text: string,
  place: { readonly text: string; readonly style: Style; readonly newline: string },
): string {
  const raw = place.text.slice(field.start, field.end);
  const known = new Map<string, string>();
  let line: string[] = [];
  for (const { 0: quoted, 1: inner = '' } of raw.matchAll(QUOTED)) {
    if (inner === '' && line.length === 0) continue;
    line.push(quoted);
    if (!inner.endsWith('\\n')) continue;
    const logical = line.map((one) => one.slice(1, -1)).join('');
    known.set(logical, line.join(place.newline));
    line = [];
  }
  const style = { ...place.style, splitsLines: true };
  const lines = text.split(/(?<=\n)/).map((one) => {
    const plain = quote(one, { ...style, width: Infinity }, { before: 0, newline: place.newline });
    const wrapped = quote(
      one,
      { ...style, emptyFirst: false },
      { before: 0, newline: place.newline },
    );
    return known.get(plain.slice(1, -1)) ?? wrapped;
  });
  return ['""', ...lines].join(place.newline);
}
