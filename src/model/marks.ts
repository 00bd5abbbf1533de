// A mark at the end of a text names its unit, so that a page's text can be traced back to its
// catalog, whatever library shows it. It is made of Unicode's tag characters: fonts never show them,
// lines do not break at them, letters join across them, and none is part of a word.

const TAGS = 0xe0000;

/** `{…}` in tag characters, the ASCII of `encodeURIComponent` between. */
const MARK = /\u{E007B}([\u{E0021}-\u{E007A}\u{E007E}]*)\u{E007D}/gu;

/** A unit: its locale, its file relative to the root, and the segments of its key. */
export type MarkedUnit = readonly [locale: string, file: string, ...key: string[]];

/** The end of a text, before white space and a linked message of vue-i18n, whose key would go on. */
const END = /(?:@[.\w]*:[\w.-]+)?\s*$/;

/** The text with the mark. @throws URIError for a name with half a surrogate pair */
export function withMark(text: string, unit: MarkedUnit): string {
  const name = `{${unit.map(encodeURIComponent).join('/')}}`;
  const mark = name.replaceAll(/./g, (letter) => String.fromCodePoint(TAGS + letter.charCodeAt(0)));
  // Each form of vue-i18n's plurals has an end.
  return text
    .split('|')
    .map((form) => form.replace(END, (end) => mark + end))
    .join('|');
}

/** The units that marks in a text name, each with where its mark ends. */
export function marksIn(
  text: string,
): readonly { readonly unit: MarkedUnit; readonly end: number }[] {
  return [...text.matchAll(MARK)].map(({ 0: mark, 1: tags = '', index }) => {
    const name = Array.from(tags, (tag) => String.fromCodePoint((tag.codePointAt(0) ?? 0) - TAGS));
    const unit = name.join('').split('/').map(decodeURIComponent) as unknown as MarkedUnit;
    return { unit, end: index + mark.length };
  });
}

export function withoutMarks(text: string): string {
  return text.replaceAll(MARK, '');
}
