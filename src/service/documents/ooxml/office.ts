import { DocumentError, type PlainKind } from '../kind.js';
import { escapeXml, readArchive, writeArchive, type Parts } from './archive.js';
import { readParagraphs, type Dialect, type Paragraph } from './paragraphs.js';

const border = /<x id="\d+"\s*(?:\/>|>\s*<\/x>)/g;
const entity = /&(?:#(\d{1,7})|#[xX]([\da-fA-F]{1,6})|(amp|lt|gt|quot|apos));/g;
const named: Readonly<Record<string, string>> = {
  amp: '&',
  lt: '<',
  gt: '>',
  quot: '"',
  apos: "'",
};
function unescape(text: string): string {
  return text.replace(entity, (whole, decimal?: string, hex?: string, name?: string) => {
    if (name !== undefined) return named[name] ?? whole;
    const code = decimal === undefined ? parseInt(hex ?? '0', 16) : Number(decimal);
    return code > 0x10ffff ? whole : String.fromCodePoint(code);
  });
}

/** Text of a paragraph as XML content, with an empty element wherever its formatting changes. */
function toTaggedText({ stretches }: Paragraph): string {
  return stretches
    .map(({ text }, index) => (index === 0 ? '' : `<x id="${index}"/>`) + escapeXml(text))
    .join('');
}

function plainText({ stretches }: Paragraph): string {
  return stretches.map(({ text }) => text).join('');
}

interface Splice {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Distributes a translation over the paragraph's stretches. If the answer lost a border, the first
 * stretch gets all of it, so that only formatting is lost.
 */
function toSplices({ stretches }: Paragraph, translation: string): readonly Splice[] {
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
function splice(xml: string, splices: readonly Splice[]): string {
  const parts: string[] = [];
  let at = 0;
  for (const { start, end, text } of [...splices].sort((a, b) => a.start - b.start)) {
    parts.push(xml.slice(at, start), text);
    at = end;
  }
  parts.push(xml.slice(at));
  return parts.join('');
}

interface Office {
  readonly extension: string;
  /** A part that such a document must have. */
  readonly required: RegExp;
  /** Parts with text, in reading order. */
  readonly parts: readonly RegExp[];
  readonly dialect: Dialect;
  /** Texts that other parts refer to literally. */
  readonly kept?: (parts: Parts) => ReadonlySet<string>;
}

interface OpenPart {
  readonly name: string;
  readonly xml: string;
  readonly paragraphs: readonly Paragraph[];
}

const letter = /\p{L}/u;
const encoder = new TextEncoder();

function decodePart(content: Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true, ignoreBOM: true }).decode(content);
  } catch (cause) {
    throw new DocumentError('The document contains XML in an encoding other than UTF-8', { cause });
  }
}

function openParts(parts: Parts, office: Office): readonly OpenPart[] {
  const kept = office.kept?.(parts);
  const order = (name: string) => office.parts.findIndex((pattern) => pattern.test(name));
  const names = [...parts.keys()]
    .filter((name) => order(name) !== -1)
    .sort((a, b) => order(a) - order(b) || a.localeCompare(b, 'en', { numeric: true }));
  const opened: OpenPart[] = [];
  for (const name of names) {
    const xml = decodePart(parts.get(name) ?? new Uint8Array());
    const paragraphs = readParagraphs(xml, office.dialect).filter((paragraph) => {
      const text = plainText(paragraph);
      return letter.test(text) && kept?.has(text) !== true;
    });
    opened.push({ name, xml, paragraphs });
  }
  return opened;
}

function office(description: Office): PlainKind {
  return {
    open: (file) => {
      const parts = readArchive(file, description.extension);
      if (![...parts.keys()].some((name) => description.required.test(name))) {
        throw new DocumentError(`The file is not a ${description.extension} document`);
      }
      const opened = openParts(parts, description);
      return {
        texts: opened.flatMap(({ paragraphs }) =>
          paragraphs.map((paragraph) => ({
            text: toTaggedText(paragraph),
            format: 'xml' as const,
          })),
        ),
        write: (translations) => {
          const written = new Map(parts);
          let next = 0;
          for (const { name, xml, paragraphs } of opened) {
            if (paragraphs.length === 0) continue;
            const splices = paragraphs.flatMap((paragraph) =>
              toSplices(paragraph, translations[next++] ?? toTaggedText(paragraph)),
            );
            written.set(name, encoder.encode(splice(xml, splices)));
          }
          return writeArchive(written);
        },
      };
    },
  };
}

const flowing: Dialect = { paragraphs: new Set(['p']), skipped: new Set(['fld', 'oMath']) };

const columnName = /<(?:\w+:)?tableColumn\s(?:[^<>]*?\s)?name="([^"]*)"/g;

/**
 * Names of table columns: they must equal the text of their header cells, and formulas use them.
 */
function tableColumns(parts: Parts): ReadonlySet<string> {
  const names = [...parts].flatMap(([name, content]) =>
    /^xl\/tables\/[^/]+\.xml$/.test(name)
      ? [...decodePart(content).matchAll(columnName)].map(([, column = '']) => column)
      : [],
  );
  return new Set(names);
}

export const docx = office({
  extension: 'docx',
  required: /^word\/document\d*\.xml$/,
  parts: [
    /^word\/document\d*\.xml$/,
    /^word\/(?:header|footer|footnotes|endnotes|comments)\d*\.xml$/,
    /^word\/(?:charts\/chart|diagrams\/(?:data|drawing))\d*\.xml$/,
  ],
  dialect: flowing,
});

export const pptx = office({
  extension: 'pptx',
  required: /^ppt\/presentation\.xml$/,
  parts: [
    /^ppt\/slides\/slide\d+\.xml$/,
    /^ppt\/notesSlides\/notesSlide\d+\.xml$/,
    /^ppt\/(?:charts\/chart|diagrams\/(?:data|drawing))\d*\.xml$/,
  ],
  dialect: flowing,
});

export const xlsx = office({
  extension: 'xlsx',
  required: /^xl\/workbook\.xml$/,
  parts: [
    /^xl\/sharedStrings\.xml$/,
    /^xl\/worksheets\/sheet\d+\.xml$/,
    /^xl\/comments\d*\.xml$/,
    /^xl\/(?:drawings\/drawing|charts\/chart)\d+\.xml$/,
  ],
  dialect: {
    paragraphs: new Set(['si', 'is', 'text', 'p']),
    skipped: new Set(['rPh', 'fld', 'oMath']),
  },
  kept: tableColumns,
});
