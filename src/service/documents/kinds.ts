import type { DocumentExtension } from '../../api/index.js';
import { doc, image } from './converted.js';
import type { DocumentKind } from './kind.js';
import { docx, html, pptx, srt, txt, xliff, xlsx } from './large-files.js';
import { pdf } from './pdf/pdf.js';

/** Every kind of document of docs/interface.md 4.2, by extension. */
export const documentKinds = {
  docx,
  doc,
  pptx,
  xlsx,
  pdf,
  txt,
  htm: html,
  html,
  xlf: xliff,
  xliff,
  srt,
  jpeg: image,
  jpg: image,
  png: image,
} satisfies Record<DocumentExtension, DocumentKind>;
