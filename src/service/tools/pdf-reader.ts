import { findOptional } from '../../disk/index.js';
import type { PdfAnswer, PdfQuestion, TextItem } from './pdf-thread.js';
import { createThread, type AnswerLimits } from './thread.js';
import { missingPackage, ToolError, type Tool } from './tool.js';

export interface PdfParagraph {
  readonly text: string;
  /** Points. */
  readonly size: number;
}

export interface PdfText {
  /** Width and height in points. */
  readonly width: number;
  readonly height: number;
  readonly paragraphs: readonly PdfParagraph[];
}

interface Line {
  readonly text: string;
  readonly y: number;
  readonly size: number;
}

const maximumPages = 2000;

function toLines(items: readonly TextItem[]): readonly Line[] {
  const lines: Line[] = [];
  for (const { str = '', transform = [], height = 0 } of items) {
    const y = transform[5] ?? 0;
    const last = lines.at(-1);
    const size = height || Math.abs(transform[3] ?? 0) || 11;
    if (last !== undefined && Math.abs(last.y - y) < size / 2) {
      lines[lines.length - 1] = { ...last, text: last.text + str };
    } else if (str.trim() !== '') {
      lines.push({ text: str, y, size });
    }
  }
  return lines;
}

/**
 * Close lines of the same size form a paragraph; a word hyphenated at the end of a line is joined.
 */
function toParagraphs(lines: readonly Line[]): readonly PdfParagraph[] {
  const paragraphs: PdfParagraph[] = [];
  let before: Line | undefined;
  for (const line of lines) {
    const last = paragraphs.at(-1);
    const gap = before === undefined ? Infinity : before.y - line.y;
    const goesOn = gap > 0 && gap < line.size * 1.7 && Math.abs((last?.size ?? 0) - line.size) < 1;
    const text = line.text.trim();
    if (last !== undefined && goesOn) {
      const joined = /\p{L}-$/u.test(last.text) ? last.text.slice(0, -1) : `${last.text} `;
      paragraphs[paragraphs.length - 1] = { ...last, text: joined + text };
    } else {
      paragraphs.push({ text, size: line.size });
    }
    before = line;
  }
  return paragraphs;
}

const answerLimits: AnswerLimits = { milliseconds: 120_000, bytes: 1_000_000_000 };

/** Text of a PDF by page, read with pdfjs-dist in a separate thread. @throws ToolError */
export async function readPdf(
  content: Uint8Array,
  limits = answerLimits,
): Promise<readonly PdfText[]> {
  const pdfjs = findOptional('pdfjs-dist/legacy/build/pdf.mjs');
  if (pdfjs === undefined) throw missingPackage('pdfjs-dist', 'pdf documents');
  const thread = createThread('pdf', () => import('./pdf-thread.ts?module'), { pdfjs });
  const question: PdfQuestion = { data: content, mostPages: maximumPages };
  const reading = (await thread.ask(question, limits)) as PdfAnswer | undefined;
  if (reading === undefined) {
    throw new ToolError('Reading the pdf takes too long or too much memory');
  }
  if ('problem' in reading) throw new ToolError(`The ${reading.problem}`);
  return reading.pages.map(({ view, items }) => {
    const [left = 0, bottom = 0, right = 595, top = 842] = view;
    return { width: right - left, height: top - bottom, paragraphs: toParagraphs(toLines(items)) };
  });
}

/** Reads the text of a PDF with pdfjs-dist. */
export const pdfReader: Tool<Uint8Array, readonly PdfText[]> = { run: (file) => readPdf(file) };
