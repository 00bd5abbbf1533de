import { DocumentError, type DocumentKind } from '../kind.js';

export const pdf: DocumentKind = {
  open: () => {
    throw new DocumentError('pdf documents need the packages pdfjs-dist and pdf-lib');
  },
};
