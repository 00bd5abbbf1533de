import type { Paragraph } from './paragraphs.js';

const border = /<x id="\d+"\s*(?:\/>|>\s*<\/x>)/g;
const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
// Characters that XML 1.0 cannot represent.
const forbidden = /[\x00-\x08\x0b\x0c\x0e-\x1f\ufffe\uffff]/g;

export function escapeXml(text: string): string {
  return text
    .replace(forbidden, '')
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll('>', '&gt;');
}

function unescape(text: string): string {
  return text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? parseInt(hex ?? '0', 16) : Number(decimal);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}

/** Text of a paragraph as XML content, with an empty element wherever its formatting changes. */
export function toTaggedText({ stretches }: Paragraph): string {
  return stretches
    .map(({ text }, index) => (index === 0 ? '' : `<x id="${index}"/>`) + escapeXml(text))
    .join('');
}

export function plainText({ stretches }: Paragraph): string {
  return stretches.map(({ text }) => text).join('');
}

export interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Distributes a translation over the paragraph's stretches. If the answer lost a border, the first
 * stretch gets all of it, so that only formatting is lost.
 */
export function toSplices({ stretches }: Paragraph, translation: string): readonly Splice[] {
  const parts = translation.split(border).map(unescape);
  const texts = parts.length === stretches.length ? parts : [parts.join('')];
  return stretches.flatMap(({ slots }, index) =>
    slots.flatMap(({ start, end, spaceAt }, position): Splice[] => {
      const text = position === 0 ? (texts[index] ?? '') : '';
      const space =
        spaceAt !== undefined && text !== text.trim()
          ? [{ start: spaceAt, end: spaceAt, text: ' xml:space="preserve"' }]
          : [];
      return [...space, { start, end, text: escapeXml(text) }];
    }),
  );
}

/** Applies splices that do not overlap. */
export function splice(xml: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of [...splices].sort((a, b) => a.start - b.start)) {
    parts.push(xml.slice(at, start), text);
    at = end;
  }
  parts.push(xml.slice(at));
  return parts.join('');
}
