import { SaxesParser } from 'saxes';
import { applySplices, decodeUtf8 } from '../../../formats/index.js';
import type { Splice } from '../../../formats/index.js';
import { decodeEntities } from '../../../text/index.js';
import { DocumentError, type PlainKind } from '../kind.js';
import { xmlOf, readArchive, writeArchive, type Parts } from './archive.js';

const border = /<x id="\d+"\s*(?:\/>|>\s*<\/x>)/g;
/** Text of a paragraph as XML content, with an empty element wherever its formatting changes. */
function toTaggedText({ stretches }: Paragraph): string {
  return stretches
    .map(({ text }, index) => (index === 0 ? '' : `<x id="${index}"/>`) + xmlOf(text))
    .join('');
}

function plainText({ stretches }: Paragraph): string {
  return stretches.map(({ text }) => text).join('');
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
  const xml = decodeUtf8(content);
  if (xml !== undefined) return xml;
  throw new DocumentError('The document contains XML in an encoding other than UTF-8');
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
            written.set(name, encoder.encode(applySplices(xml, splices)));
          }
          return writeArchive(written);
        },
      };
    },
  };
}

const flowing: Dialect = { paragraphs: new Set(['p']), skipped: new Set(['fld', 'oMath']) };

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
/** Properties that do not affect how text looks: spelling marks, revision ids, language. */
const unseen =
  /\s(?:dirty|err|smtClean|lang|altLang|noProof|kumimoji)="[^"]*"|<\w+:(?:lang|noProof)\b[^>]*>/g;
const plainFormat = /^<[\w:]+\s*(?:\/>|>\s*<\/[\w:]+>)$/;
const between = new Set(['fld', 'br', 'tab', 'fldSimple']);

function localOf(name: string): string {
  return name.slice(name.indexOf(':') + 1);
}

class Reader {
  readonly paragraphs: Paragraph[] = [];
  readonly #parser = new SaxesParser({ xmlns: false, position: false } as const);
  readonly #frames: Frame[] = [];
  readonly #open: OpenParagraph[] = [];
  #skippedAt = 0;
  /** Open fields, which may extend over several paragraphs. */
  #fields = 0;
  #textFrom: number | undefined;
  #text = '';

  readonly #xml: string;
  readonly #dialect: Dialect;

  constructor(xml: string, dialect: Dialect) {
    this.#xml = xml;
    this.#dialect = dialect;
  }

  read(): void {
    const parser = this.#parser;
    parser.on('error', () => {
      throw new DocumentError('The document contains XML that is not well-formed');
    });
    parser.on('doctype', () => {
      throw new DocumentError(
        'The document contains a DOCTYPE, which Office documents cannot have',
      );
    });
    parser.on('opentag', ({ name, isSelfClosing, attributes }) => {
      const { 'w:fldCharType': mark } = attributes;
      if (name === 'w:fldSimple' || mark === 'begin') this.#fields += 1;
      if (mark === 'end') this.#fields -= 1;
      this.#enter(name, isSelfClosing);
    });
    parser.on('closetag', () => {
      this.#leave();
    });
    const append = (text: string) => {
      if (this.#textFrom !== undefined) this.#text += text;
    };
    parser.on('text', append);
    parser.on('cdata', append);
    parser.write(this.#xml).close();
  }

  #enter(name: string, isEmpty: boolean): void {
    const local = localOf(name);
    const end = this.#parser.position;
    const parent = this.#frames.at(-1);
    this.#frames.push({ local, name, start: this.#xml.lastIndexOf('<', end - 1) });
    if (this.#frames.length > maximumDepth) {
      throw new DocumentError('The document is nested too deeply');
    }
    if (this.#skippedAt > 0) return;
    if (this.#dialect.skipped.has(local)) {
      this.#skippedAt = this.#frames.length;
      this.#breakOff();
    } else if (this.#dialect.paragraphs.has(local)) {
      this.#breakOff();
      const depth = this.#frames.length;
      this.#open.push({ stretches: [], depth, lastKey: '', broken: false, properties: '' });
    } else {
      this.#enterContent(local, parent, isEmpty ? undefined : end);
    }
  }

  #enterContent(local: string, parent: Frame | undefined, end: number | undefined): void {
    const paragraph = this.#open.at(-1);
    if (paragraph === undefined) return;
    if (local === 'r') paragraph.properties = '';
    const inRun = parent?.local === 'r';
    if (local === 't' && (inRun || this.#dialect.paragraphs.has(parent?.local ?? ''))) {
      this.#textFrom = end;
      this.#text = '';
    } else if ((inRun && local !== 'rPr') || between.has(local)) {
      paragraph.broken = true;
    }
  }

  #leave(): void {
    const frame = this.#frames.pop();
    if (frame === undefined) return;
    if (frame.name === 'w:fldSimple') this.#fields -= 1;
    const depth = this.#frames.length + 1;
    const paragraph = this.#open.at(-1);
    if (this.#skippedAt > 0) {
      if (depth === this.#skippedAt) this.#skippedAt = 0;
      return;
    }
    if (paragraph === undefined) return;
    if (depth === paragraph.depth) {
      this.#open.pop();
      if (paragraph.stretches.length > 0) this.paragraphs.push(paragraph);
    } else if (frame.local === 'rPr' && this.#frames.at(-1)?.local === 'r') {
      const raw = this.#xml.slice(frame.start, this.#parser.position);
      const seen = raw.replace(unseen, '');
      paragraph.properties = plainFormat.test(seen) ? '' : seen;
    } else if (frame.local === 't' && this.#textFrom !== undefined) {
      this.#addSlot(paragraph, frame, this.#textFrom);
      this.#textFrom = undefined;
    }
  }

  #addSlot(paragraph: OpenParagraph, frame: Frame, start: number): void {
    // Page numbers and the like are recomputed, which would replace a translation.
    if (this.#fields > 0 && !letter.test(this.#text)) {
      paragraph.broken = true;
      return;
    }
    const end = this.#xml.lastIndexOf('</', this.#parser.position - 1);
    const tag = this.#xml.slice(frame.start, start);
    // DrawingML has no such attribute, and keeps white space anyway.
    const hasSpace = tag.includes('xml:space') || frame.name.startsWith('a:');
    const slot: Slot = { start, end, spaceAt: hasSpace ? undefined : start - 1 };
    const container = this.#frames.at(-1)?.local === 'r' ? this.#frames.at(-2) : undefined;
    const key = `${container?.start ?? 0} ${paragraph.properties}`;
    const last = paragraph.stretches.at(-1);
    if (last !== undefined && key === paragraph.lastKey && !paragraph.broken) {
      last.slots.push(slot);
      last.text += this.#text;
    } else {
      paragraph.stretches.push({ slots: [slot], text: this.#text });
    }
    paragraph.lastKey = key;
    paragraph.broken = false;
  }

  #breakOff(): void {
    const paragraph = this.#open.at(-1);
    if (paragraph !== undefined) paragraph.broken = true;
  }
}

/** Paragraphs of a part, in the order of their ends. @throws DocumentError */
function readParagraphs(xml: string, dialect: Dialect): readonly Paragraph[] {
  const reader = new Reader(xml, dialect);
  reader.read();
  return reader.paragraphs;
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
