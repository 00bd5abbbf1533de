import { convertOffice, readImage } from './convert.js';
import type { DocumentKind } from './kind.js';
import { newDocx } from './ooxml/new-docx.js';
import { docx } from './ooxml/office.js';

/** Old Word documents, by way of LibreOffice; the result is docx (interface.md 4.2). */
export const doc: DocumentKind = {
  open: async (file, options) =>
    docx.open(await convertOffice({ content: file, from: 'doc', to: 'docx' }), options),
};

/** Images: what Tesseract reads is translated and set as a page anew, which LibreOffice draws. */
export const image: DocumentKind = {
  open: async (file, { result }) => {
    const blocks = await readImage(file);
    const to = result === 'jpeg' ? 'jpg' : result;
    return {
      texts: blocks.map((text) => ({ text })),
      write: (translations) => convertOffice({ content: newDocx(translations), from: 'docx', to }),
    };
  },
};
