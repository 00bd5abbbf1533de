import { loadOptional } from '../../tools/optional-package.js';
import { DocumentError } from '../kind.js';
import type { PdfText } from './read-pdf.js';

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

const margin = 50;
const smallest = 6;
const largest = 36;
const spacing = 1.3;

/** Text in the letters that the standard fonts of PDF have; an accent that they lack is left out. */
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

/** Paragraphs as a new PDF, each page of the source beginning a new one; set in Helvetica. @throws DocumentError */
export async function writePdf(pages: readonly PdfText[]): Promise<Uint8Array> {
  const lib = await loadOptional<PdfLib>('pdf-lib');
  if (lib === undefined) {
    throw new DocumentError("pdf documents need the package 'pdf-lib', which is not installed");
  }
  const file = await lib.PDFDocument.create();
  const font = await file.embedFont(lib.StandardFonts.Helvetica);
  const known = new Set(font.getCharacterSet());
  for (const { width, height, paragraphs } of pages) {
    let page = file.addPage([width, height]);
    let y = height - margin;
    for (const { text, size: wanted } of paragraphs) {
      const size = Math.min(largest, Math.max(smallest, wanted));
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
  return file.save();
}
