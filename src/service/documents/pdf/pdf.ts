import { DocumentError, type DocumentKind } from '../kind.js';
import { newDocx } from '../ooxml/new-docx.js';
import { readPdf } from './read-pdf.js';
import { writePdf } from './write-pdf.js';

/** The text of a PDF, set anew as PDF or as docx; what is drawn, and where, is not kept. */
export const pdf: DocumentKind = {
  open: async (file, { result }) => {
    const pages = await readPdf(file);
    const paragraphs = pages.flatMap((page) => page.paragraphs);
    if (paragraphs.length === 0) {
      throw new DocumentError('The pdf holds no text; scanned pages cannot be read');
    }
    return {
      texts: paragraphs.map(({ text }) => ({ text })),
      write: (translations) => {
        if (result === 'docx') return newDocx(translations);
        let next = 0;
        const translated = pages.map((page) => ({
          ...page,
          paragraphs: page.paragraphs.map(({ text, size }) => ({
            text: translations[next++] ?? text,
            size,
          })),
        }));
        return writePdf(translated);
      },
    };
  },
};
