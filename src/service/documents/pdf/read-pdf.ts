import { loadOptional } from '../../tools/optional-package.js';
import { DocumentError } from '../kind.js';

interface TextItem {
  readonly str?: string;
  /** Last two: x and y from the lower left, in points. */
  readonly transform?: readonly number[];
  readonly height?: number;
}

interface PdfPage {
  readonly view: readonly number[];
  getTextContent(): Promise<{ readonly items: readonly TextItem[] }>;
}

interface PdfFile {
  readonly numPages: number;
  getPage(number: number): Promise<PdfPage>;
  destroy(): Promise<void>;
}

interface PdfJs {
  getDocument(source: object): { readonly promise: Promise<PdfFile> };
  readonly VerbosityLevel: { readonly ERRORS: number };
}

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

/** Lines of one size that follow closely are a paragraph; a word cut at the end of a line is joined. */
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

/** Text of a PDF page by page, with pdfjs-dist. @throws DocumentError */
export async function readPdf(content: Uint8Array): Promise<readonly PdfText[]> {
  const pdfjs = await loadOptional<PdfJs>('pdfjs-dist/legacy/build/pdf.mjs');
  if (pdfjs === undefined) {
    throw new DocumentError("pdf documents need the package 'pdfjs-dist', which is not installed");
  }
  const source = {
    data: new Uint8Array(content),
    isEvalSupported: false,
    disableFontFace: true,
    useSystemFonts: false,
    verbosity: pdfjs.VerbosityLevel.ERRORS,
  };
  const file = await pdfjs.getDocument(source).promise.catch((cause: unknown) => {
    const isLocked = cause instanceof Error && cause.name === 'PasswordException';
    const what = isLocked ? 'pdf is protected by a password' : 'file is no pdf, or is damaged';
    throw new DocumentError(`The ${what}`, { cause });
  });
  try {
    if (file.numPages > maximumPages) throw new DocumentError('The pdf has too many pages');
    const pages: PdfText[] = [];
    for (let number = 1; number <= file.numPages; number += 1) {
      const page = await file.getPage(number);
      const [left = 0, bottom = 0, right = 595, top = 842] = page.view;
      const { items } = await page.getTextContent();
      const paragraphs = toParagraphs(toLines(items));
      pages.push({ width: right - left, height: top - bottom, paragraphs });
    }
    return pages;
  } finally {
    await file.destroy();
  }
}
