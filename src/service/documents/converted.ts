import { DocumentError, type DocumentKind } from './kind.js';

export const doc: DocumentKind = {
  open: () => {
    throw new DocumentError("doc documents need LibreOffice ('soffice'), which is not installed");
  },
};

export const image: DocumentKind = {
  open: () => {
    throw new DocumentError("Images need Tesseract ('tesseract'), which is not installed");
  },
};
