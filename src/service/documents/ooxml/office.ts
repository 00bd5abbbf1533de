import { SaxesParser } from 'saxes';
import { applySplices, decodeUtf8 } from '../../../formats/index.js';
import type { Splice } from '../../../formats/index.js';
import { decodeEntities } from '../../../text/index.js';
import { DocumentError, type PlainKind } from '../kind.js';
import { xmlOf, readArchive, writeArchive, type Parts } from './archive.js';

/** Content of one text element, as offsets into the part. */
interface Slot {
  readonly start: number;
  readonly end: number;
  /**
   * Where an `xml:space` attribute can be added; undefined if there is one or it is not allowed.
   */
  readonly spaceAt: number | undefined;
}

/** Neighbouring slots with the same formatting. */
interface Stretch {
  readonly slots: Slot[];
  text: string;
}

/** A paragraph, cell or title, which is translated as one text. */
interface Paragraph {
  readonly stretches: Stretch[];
}

/** Local element names of a kind of Office document. */
interface Dialect {
  readonly paragraphs: ReadonlySet<string>;
  /** Elements whose text is not part of the paragraph. */
  readonly skipped: ReadonlySet<string>;
}

interface Frame {
  readonly local: string;
  readonly start: number;
  readonly name: string;
}

interface OpenParagraph extends Paragraph {
  readonly depth: number;
  /** Formatting and container of the last stretch. */
  lastKey: string;
  /** Whether something other than text followed the last stretch. */
  broken: boolean;
  properties: string;
}

const maximumDepth = 2000;
const letter = /\p{L}/u;
/** Properties that do not affect how text looks: spelling marks, revision ids, language. */
const unseen =
  /\s(?:dirty|err|smtClean|lang|altLang|noProof|kumimoji)="[^"]*"|<\w+:(?:lang|noProof)\b[^>]*>/g;
const plainFormat = /^<[\w:]+\s*(?:\/>|>\s*<\/[\w:]+>)$/;
const between = new Set(['fld', 'br', 'tab', 'fldSimple']);

/** Paragraphs of a part, in the order of their ends. @throws DocumentError */
function readParagraphs(xml: string, dialect: Dialect): readonly Paragraph[] {
  const paragraphs: Paragraph[] = [];
  const frames: Frame[] = [];
  const open: OpenParagraph[] = [];
  let skippedAt = 0;
  /** Open fields, which may extend over several paragraphs. */
  let fields = 0;
  let textFrom: number | undefined;
  let content = '';

  const parser = new SaxesParser({ xmlns: false, position: false } as const);
  parser.on('error', () => {
    throw new DocumentError('The document contains XML that is not well-formed');
  });
  parser.on('doctype', () => {
    throw new DocumentError('The document contains a DOCTYPE, which Office documents cannot have');
  });

  parser.on('opentag', ({ name, isSelfClosing, attributes }) => {
    const { 'w:fldCharType': mark } = attributes;
    if (name === 'w:fldSimple' || mark === 'begin') fields += 1;
    if (mark === 'end') fields -= 1;
    const local = name.slice(name.indexOf(':') + 1);
    const end = parser.position;
    const parent = frames.at(-1)?.local ?? '';
    frames.push({ local, name, start: xml.lastIndexOf('<', end - 1) });
    if (frames.length > maximumDepth) {
      throw new DocumentError('The document is nested too deeply');
    }
    if (skippedAt > 0) return;
    const paragraph = open.at(-1);
    const isParagraph = dialect.paragraphs.has(local);
    if (dialect.skipped.has(local) || isParagraph) {
      if (paragraph !== undefined) paragraph.broken = true;
      if (dialect.skipped.has(local)) skippedAt = frames.length;
      else {
        const depth = frames.length;
        open.push({ stretches: [], depth, lastKey: '', broken: false, properties: '' });
      }
      return;
    }
    if (paragraph === undefined) return;
    if (local === 'r') paragraph.properties = '';
    if (local === 't' && (parent === 'r' || dialect.paragraphs.has(parent))) {
      textFrom = isSelfClosing ? undefined : end;
      content = '';
    } else if ((parent === 'r' && local !== 'rPr') || between.has(local)) {
      paragraph.broken = true;
    }
  });

  const append = (text: string) => {
    if (textFrom !== undefined) content += text;
  };
  parser.on('text', append);
  parser.on('cdata', append);

  parser.on('closetag', () => {
    const frame = frames.pop();
    if (frame === undefined) return;
    if (frame.name === 'w:fldSimple') fields -= 1;
    const depth = frames.length + 1;
    const paragraph = open.at(-1);
    if (skippedAt > 0) {
      if (depth === skippedAt) skippedAt = 0;
      return;
    }
    if (paragraph === undefined) return;
    if (depth === paragraph.depth) {
      open.pop();
      if (paragraph.stretches.length > 0) paragraphs.push(paragraph);
    } else if (frame.local === 'rPr' && frames.at(-1)?.local === 'r') {
      const seen = xml.slice(frame.start, parser.position).replace(unseen, '');
      paragraph.properties = plainFormat.test(seen) ? '' : seen;
    } else if (frame.local === 't' && textFrom !== undefined) {
      addSlot(paragraph, frame, textFrom);
      textFrom = undefined;
    }
  });

  function addSlot(paragraph: OpenParagraph, frame: Frame, start: number): void {
    // Page numbers and the like are recomputed, which would replace a translation.
    if (fields > 0 && !letter.test(content)) {
      paragraph.broken = true;
      return;
    }
    const end = xml.lastIndexOf('</', parser.position - 1);
    // DrawingML has no such attribute, and keeps white space anyway.
    const hasSpace =
      xml.slice(frame.start, start).includes('xml:space') || frame.name.startsWith('a:');
    const slot: Slot = { start, end, spaceAt: hasSpace ? undefined : start - 1 };
    const container = frames.at(-1)?.local === 'r' ? frames.at(-2) : undefined;
    const key = `${container?.start ?? 0} ${paragraph.properties}`;
    const last = paragraph.stretches.at(-1);
    if (last !== undefined && key === paragraph.lastKey && !paragraph.broken) {
      last.slots.push(slot);
      last.text += content;
    } else {
      paragraph.stretches.push({ slots: [slot], text: content });
    }
    paragraph.lastKey = key;
    paragraph.broken = false;
  }

  parser.write(xml).close();
  return paragraphs;
}

const border = /<x id="\d+"\s*(?:\/>|>\s*<\/x>)/g;

/** Text of a paragraph as XML content, with an empty element wherever its formatting changes. */
function toTaggedText({ stretches }: Paragraph): string {
  return stretches
    .map(({ text }, index) => (index === 0 ? '' : `<x id="${index}"/>`) + xmlOf(text))
    .join('');
}

/**
 * Distributes a translation over the paragraph's stretches. If the answer lost a border, the first
 * stretch gets all of it, so that only formatting is lost.
 */
function toSplices({ stretches }: Paragraph, translation: string): readonly Splice[] {
  const parts = translation.split(border).map(decodeEntities);
  const texts = parts.length === stretches.length ? parts : [parts.join('')];
  return stretches.flatMap(({ slots }, index) =>
    slots.flatMap(({ start, end, spaceAt }, position): Splice[] => {
      const text = position === 0 ? (texts[index] ?? '') : '';
      const space =
        spaceAt !== undefined && text !== text.trim()
          ? [{ start: spaceAt, end: spaceAt, text: ' xml:space="preserve"' }]
          : [];
      return [...space, { start, end, text: xmlOf(text) }];
    }),
  );
}

const encoder = new TextEncoder();

function decodePart(content: Uint8Array): string {
  const xml = decodeUtf8(content);
  if (xml !== undefined) return xml;
  throw new DocumentError('The document contains XML in an encoding other than UTF-8');
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

function office(description: Office): PlainKind {
  return {
    open: (file) => {
      const parts = readArchive(file, description.extension);
      if (![...parts.keys()].some((name) => description.required.test(name))) {
        throw new DocumentError(`The file is not a ${description.extension} document`);
      }
      const kept = description.kept?.(parts);
      const order = (name: string) => description.parts.findIndex((pattern) => pattern.test(name));
      const opened = [...parts.keys()]
        .filter((name) => order(name) !== -1)
        .sort((a, b) => order(a) - order(b) || a.localeCompare(b, 'en', { numeric: true }))
        .map((name) => {
          const xml = decodePart(parts.get(name) ?? new Uint8Array());
          const paragraphs = readParagraphs(xml, description.dialect).filter(({ stretches }) => {
            const text = stretches.map((stretch) => stretch.text).join('');
            return letter.test(text) && kept?.has(text) !== true;
          });
          return { name, xml, paragraphs };
        });
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
            written.set(name, encoder.encode(applySplices(xml, splices)));
          }
          return writeArchive(written);
        },
      };
    },
  };
}

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

const flowing: Dialect = { paragraphs: new Set(['p']), skipped: new Set(['fld', 'oMath']) };

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
