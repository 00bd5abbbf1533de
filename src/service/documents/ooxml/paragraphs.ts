import { SaxesParser } from 'saxes';
import { DocumentError } from '../kind.js';

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
export interface Paragraph {
  readonly stretches: Stretch[];
}

/** Local element names of a kind of Office document. */
export interface Dialect {
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
export function readParagraphs(xml: string, dialect: Dialect): readonly Paragraph[] {
  const reader = new Reader(xml, dialect);
  reader.read();
  return reader.paragraphs;
}
