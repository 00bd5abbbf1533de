import { loadOptional } from '../../../disk/optional-package.js';
import { DocumentError } from '../kind.js';
import type { DocxPage } from '../ooxml/new-docx.js';

interface Font {
  widthOfTextAtSize(text: string, size: number): number;
  getCharacterSet(): readonly number[];
}

interface Page {
  drawText(text: string, options: object): void;
}

interface NewPdf {
  embedFont(name: string): Promise<Font>;
  addPage(size: readonly [number, number]): Page;
  save(): Promise<Uint8Array>;
}

interface PdfLib {
  readonly PDFDocument: { create(): Promise<NewPdf> };
  readonly StandardFonts: { readonly Helvetica: string };
}

const spacing = 1.3;

/** Text in the letters of the standard PDF fonts; accents that they lack are dropped. */
function drawable(text: string, known: ReadonlySet<number>): string {
  const has = (part: string) =>
    Array.from(part).every((each) => known.has(each.codePointAt(0) ?? 0));
  return Array.from(text.normalize('NFC'), (character) => {
    if (has(character)) return character;
    if (/\s/.test(character)) return ' ';
    const base = character.normalize('NFKD').replace(/\p{M}/gu, '');
    if (has(base)) return base;
    if (!/\p{L}/u.test(character)) return '?';
    const stroke = strokes[character];
    if (stroke !== undefined) return stroke;
    throw new DocumentError(
      `A pdf cannot be written with '${character}'; ask for 'output_format' docx instead`,
    );
  }).join('');
}

const strokes: Readonly<Record<string, string>> = {
  đ: 'd',
  Đ: 'D',
  ħ: 'h',
  Ħ: 'H',
  ı: 'i',
  ł: 'l',
  Ł: 'L',
  ŧ: 't',
  Ŧ: 'T',
  ĸ: 'k',
};

function wrap(text: string, width: (line: string) => number, limit: number): readonly string[] {
  const lines: string[] = [];
  let line = '';
  for (const word of text.split(' ')) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && width(longer) > limit) {
      lines.push(line);
      line = word;
    } else {
      line = longer;
    }
  }
  return [...lines, line];
}

/** Typesets paragraphs in Helvetica. */
export interface PdfWriter {
  /** Whether Helvetica has every letter. */
  hasLettersOf(pages: readonly DocxPage[]): boolean;
  /**
   * Writes pages; each page of the source starts a new one.
   * @throws DocumentError for letters of another script
   */
  write(pages: readonly DocxPage[]): Promise<Uint8Array>;
}

/** @throws DocumentError without the package pdf-lib */
export async function openPdfWriter(): Promise<PdfWriter> {
  const lib = await loadOptional<PdfLib>('pdf-lib');
  if (lib === undefined) {
    throw new DocumentError("pdf documents need the package 'pdf-lib', which is not installed");
  }
  const file = await lib.PDFDocument.create();
  const font = await file.embedFont(lib.StandardFonts.Helvetica);
  const known = new Set(font.getCharacterSet());
  return {
    hasLettersOf: (pages) =>
      pages.every(({ paragraphs }) =>
        paragraphs.every(({ text }) =>
          Array.from(text.normalize('NFC')).every(
            (character) => known.has(character.codePointAt(0) ?? 0) || /\s/.test(character),
          ),
        ),
      ),
    write: (pages) => {
      for (const page of pages) addPages(file, page, { font, known });
      return file.save();
    },
  };
}

interface Letters {
  readonly font: Font;
  readonly known: ReadonlySet<number>;
}

function addPages(file: NewPdf, source: DocxPage, { font, known }: Letters): void {
  const { width, height, margin, paragraphs } = source;
  let page = file.addPage([width, height]);
  let y = height - margin;
  for (const { text, size } of paragraphs) {
    const measure = (line: string) => font.widthOfTextAtSize(line, size);
    for (const line of wrap(drawable(text, known), measure, width - 2 * margin)) {
      if (y - size < margin) {
        page = file.addPage([width, height]);
        y = height - margin;
      }
      y -= size * spacing;
      page.drawText(line, { x: margin, y, size, font });
    }
    y -= size / 2;
  }
}
