import { type XmlElement, attributeOf } from '../kit/xml/elements.js';
import { charactersOf } from '../kit/xml/escape.js';

/** Characters as Qt reads them: `<byte value="x1b"/>` is a character that XML lacks. */
export function textOf(source: string, { children }: XmlElement): string {
  const [first] = children;
  if (first?.kind === 'text' && children.length === 1) return charactersOf(source, first);
  return children
    .map((node) => {
      if (node.kind !== 'element') return charactersOf(source, node);
      return node.name === 'byte' ? byteOf(node) : '';
    })
    .join('');
}

function byteOf(element: XmlElement): string {
  const value = attributeOf(element, 'value') ?? '';
  const code = value.startsWith('x') ? Number.parseInt(value.slice(1), 16) : Number(value);
  return code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : '';
}

/** How a file escapes texts. */
export interface Habits {
  readonly newline: string;
  /** `'` and `"` are written as entities, as lupdate does. */
  readonly escapesQuotes: boolean;
}

export function habitsOf(text: string, newline: string): Habits {
  const bare = /<(?:source|translation|numerusform)\b[^<>]*>[^<]*['"]/.test(text);
  return { newline, escapesQuotes: !bare || /&(?:apos|quot);/.test(text) };
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  "'": '&apos;',
  '"': '&quot;',
};
/* Besides entities: control characters, invisible spaces, characters that XML lacks. */
const ESCAPED =
  /[&<>'"]|[^\t\n -\x9f\xa1-\u1fff\u200b-\u2027\u202a-\u202e\u2030-\u205e\u2060-\u2fff\u3001-\ud7ff\ue000-\ufffd\u{10000}-\u{10ffff}]/gu;

/** A text as Qt Linguist writes it. */
export function escapeText(text: string, { newline, escapesQuotes }: Habits): string {
  const escaped = text.replace(ESCAPED, (one) => {
    const entity = ENTITIES[one];
    if (entity !== undefined) return /['"]/.test(one) && !escapesQuotes ? one : entity;
    const code = one.codePointAt(0) ?? 0;
    const hex = code.toString(16);
    return code <= 0x20 || (code >= 0xd800 && code < 0xe000) || code > 0xfffd
      ? `<byte value="x${hex}"/>`
      : `&#x${hex};`;
  });
  return newline === '\n' ? escaped : escaped.replaceAll('\n', newline);
}
