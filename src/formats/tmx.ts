import { SaxesParser } from 'saxes';
import { NOT_XML } from './kit/xml/escape.js';

/** A translation unit of a TMX file. */
export interface TmxUnit {
  /** The first is the source: in the language that the file names, or else its first text. */
  readonly texts: readonly TmxText[];
  /** Values of its `prop` elements, by type. */
  readonly props: ReadonlyMap<string, string>;
}

export interface TmxText {
  /** As in the file. */
  readonly language: string;
  readonly text: string;
  /** When it was last changed, such as `20261130T203520Z`; '' if the file does not say. */
  readonly changed: string;
}

/**
 * Reads TMX 1.1 to 1.4. Inline elements contain the code of the original file, which becomes part
 * of the text.
 * @returns left: units with a text that is not completely known, because an inline element is empty
 *   or only marks a style
 * @throws TypeError if the file is not XML
 */
export function readTmx(content: string): {
  readonly units: readonly TmxUnit[];
  readonly left: number;
} {
  const units: TmxUnit[] = [];
  let left = 0;
  const common = { language: '', changed: '' };
  let unit = { ...common, texts: [] as TmxText[], props: new Map<string, string>(), isCut: false };
  let variant = common;
  let prop: { readonly type: string; value: string } | undefined;
  let segment: string | undefined;
  /** Where the open inline elements start in the segment. */
  const starts: number[] = [];
  const parser = new SaxesParser({ xmlns: false } as const);
  parser.on('error', ({ message }) => {
    throw new TypeError(message);
  });
  parser.on('opentag', ({ name, attributes }) => {
    const changed = attributes['changedate'] ?? attributes['creationdate'];
    if (segment !== undefined) starts.push(name === 'hi' ? Infinity : segment.length);
    else if (name === 'header') common.language = attributes['srclang'] ?? '';
    else if (name === 'tu') {
      const language = attributes['srclang'] ?? common.language;
      unit = { language, changed: changed ?? '', texts: [], props: new Map(), isCut: false };
    } else if (name === 'tuv') {
      const language = attributes['xml:lang'] ?? attributes['lang'] ?? '';
      variant = { language, changed: changed ?? unit.changed };
    } else if (name === 'prop') prop = { type: attributes['type'] ?? '', value: '' };
    else if (name === 'seg') segment = '';
  });
  const add = (piece: string): void => {
    if (segment !== undefined) segment += piece;
    else if (prop !== undefined) prop.value += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    const start = starts.pop();
    if (start !== undefined) unit.isCut ||= start >= (segment ?? '').length;
    else if (segment !== undefined) {
      unit.texts.push({ ...variant, text: segment });
      segment = undefined;
    } else if (prop !== undefined) {
      unit.props.set(prop.type, prop.value);
      prop = undefined;
    } else if (name === 'tu') {
      const { texts, props, isCut, language } = unit;
      const from = primary(language);
      const source = texts.find((one) => primary(one.language) === from) ?? texts[0];
      if (isCut) left += 1;
      else if (source !== undefined)
        units.push({ texts: [source, ...texts.filter((one) => one !== source)], props });
    }
  });
  parser.write(content).close();
  return { units, left };
}

function primary(language: string): string | undefined {
  return language.toLowerCase().split(/[-_]/)[0];
}

/** What precedes the units of a TMX 1.4 file. @param version of this tool */
export function tmxStart(version: string): string {
  return `<?xml version="1.0" encoding="UTF-8"?>
<tmx version="1.4">
<header creationtool="locale-sync" creationtoolversion="${version}" segtype="block" o-tmf="locale-sync" adminlang="en" srclang="*all*" datatype="plaintext"/>
<body>`;
}

export const TMX_END = '</body>\n</tmx>';

/** A unit of a source and its translation; undefined if XML cannot contain one of the texts. */
export function tmxUnit(
  [source, target]: readonly [Omit<TmxText, 'changed'>, Omit<TmxText, 'changed'>],
  props: Readonly<Record<string, string>>,
): string | undefined {
  if (NOT_XML.test(source.text) || NOT_XML.test(target.text)) return undefined;
  const listed = Object.entries(props).map(
    ([type, value]) => `<prop type="${type}">${value}</prop>`,
  );
  const texts = [source, target].map(({ language, text }) => {
    return `<tuv xml:lang="${escape(language)}"><seg>${withCodes(text)}</seg></tuv>`;
  });
  return `<tu srclang="${escape(source.language)}">${[...listed, ...texts].join('')}</tu>`;
}

/** Tags become `ph` elements, so that other tools do not take them for words. */
function withCodes(text: string): string {
  return text
    .split(/(<[^<>]+>)/)
    .map((piece, at) => (at % 2 === 1 ? `<ph>${escape(piece)}</ph>` : escape(piece)))
    .join('');
}

function escape(text: string): string {
  return text.replace(/[&<>"\r]/g, (one) => `&#${one.charCodeAt(0)};`);
}
