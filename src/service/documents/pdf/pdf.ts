import { ToolError } from '../../tools/run-tool.js';
import type { Workplace } from '../../tools/scratch.js';
import { refuseWithoutFont } from '../fonts.js';
import { DocumentError, type DocumentKind } from '../kind.js';
import { convertOffice } from '../libreoffice.js';
import { writeDocx } from '../large-files.js';
import type { DocxPage } from '../ooxml/new-docx.js';
import { readPdf } from './read-pdf.js';
import { openPdfWriter } from './write-pdf.js';

const margin = 50;
const smallest = 6;
const largest = 36;

const isMissingProgram = (error: unknown) =>
  error instanceof DocumentError && error.cause instanceof ToolError && error.cause.isMissing;

/**
 * If Helvetica lacks letters, LibreOffice typesets the text, if installed. @throws DocumentError
 */
async function writePages(pages: readonly DocxPage[], workplace: Workplace): Promise<Uint8Array> {
  const writer = await openPdfWriter();
  if (writer.hasLettersOf(pages)) return writer.write(pages);
  const content = await writeDocx(pages);
  const set = await convertOffice({ content, from: 'docx', to: 'pdf', ...workplace }).catch(
    (error: unknown) => {
      if (isMissingProgram(error)) return undefined;
      throw error;
    },
  );
  if (set === undefined) return writer.write(pages);
  const texts = pages.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text));
  await refuseWithoutFont(texts, workplace.signal);
  return set;
}

/** The text of a PDF, typeset again as PDF or docx; drawings and layout are not kept. */
export const pdf: DocumentKind = {
  open: async (file, { result, scratch, signal }) => {
    const pages = await readPdf(file);
    const paragraphs = pages.flatMap((page) => page.paragraphs);
    if (paragraphs.length === 0) {
      throw new DocumentError('The pdf contains no text; scanned pages cannot be read');
    }
    return {
      texts: paragraphs.map(({ text }) => ({ text })),
      write: (translations) => {
        let next = 0;
        const translated = pages.map((page) => ({
          ...page,
          margin,
          paragraphs: page.paragraphs.map(({ text, size }) => ({
            text: translations[next++] ?? text,
            size: Math.min(largest, Math.max(smallest, size)),
          })),
        }));
        if (result === 'docx') return writeDocx(translated);
        return writePages(translated, { scratch, signal });
      },
    };
  },
};
