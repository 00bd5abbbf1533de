import type * as PdfLib from 'pdf-lib';
import { loadOptional } from '../../disk/index.js';
import type { DocxPage } from '../documents/ooxml/archive.js';
import { missingPackage, ToolError, type Tool } from './tool.js';

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
    const stroke = strokes.get(character);
    if (stroke !== undefined) return stroke;
    throw new ToolError(
      `A pdf cannot be written with '${character}'; ask for 'output_format' docx instead`,
    );
  }).join('');
}

const strokes = new Map(
  ['đd', 'ĐD', 'ħh', 'ĦH', 'ıi', 'łl', 'ŁL', 'ŧt', 'ŦT', 'ĸk'].map((pair) => [
    pair.charAt(0),
    pair.charAt(1),
  ]),
);

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

export interface PdfPages {
  readonly pages: readonly DocxPage[];
  /** Drops accents that Helvetica lacks, in place of writing nothing. */
  readonly isLastResort: boolean;
}

/**
 * Typesets paragraphs in Helvetica with pdf-lib; each page of the source starts a new one.
 * Undefined if Helvetica lacks letters, unless it is the last resort, which fails only for letters
 * of another script.
 */
export const pdfWriter: Tool<PdfPages, Uint8Array | undefined> = {
  run: async ({ pages, isLastResort }) => {
    const lib = await loadOptional<typeof PdfLib>('pdf-lib');
    if (lib === undefined) throw missingPackage('pdf-lib', 'pdf documents');
    const { PDFDocument, StandardFonts } = lib;
    const file = await PDFDocument.create();
    const font = await file.embedFont(StandardFonts.Helvetica);
    const known = new Set(font.getCharacterSet());
    const hasLettersOf = (text: string) =>
      Array.from(text.normalize('NFC')).every(
        (character) => known.has(character.codePointAt(0) ?? 0) || /\s/.test(character),
      );
    const texts = pages.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text));
    if (!isLastResort && !texts.every(hasLettersOf)) return undefined;
    for (const { width, height, margin, paragraphs } of pages) {
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
    return file.save();
  },
};
