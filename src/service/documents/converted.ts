import { refuseWithoutFont } from './fonts.js';
import { convertOffice } from './libreoffice.js';
import { DocumentError, type DocumentKind } from './kind.js';
import { docx, writeDocx } from './large-files.js';
import type { DocxPage } from './ooxml/new-docx.js';
import { readImage } from './tesseract.js';

const encoder = new TextEncoder();
const decoder = new TextDecoder();
/** Signature of the container of all old Office documents. */
const magic = 'd0cf11e0a1b11ae1';

/** Old Word documents, converted by LibreOffice; the result is docx (docs/interface.md 4.2). */
export const doc: DocumentKind = {
  prepare: async (file, { scratch, signal }) => {
    // LibreOffice would read any kind of file, even a web page including its pictures.
    if (Buffer.from(file.subarray(0, 8)).toString('hex') !== magic) {
      throw new DocumentError('The file is not a doc document');
    }
    return convertOffice({ content: file, from: 'doc', to: 'docx', scratch, signal });
  },
  open: (file, options) => docx.open(file, options),
};

const fontSize = 18;
const width = 612;
const margin = 36;
/** The largest page that LibreOffice allows, in points. */
const highest = 8000;

/** One page of sufficient height: an image shows only the first page. @throws DocumentError */
function fittingPage(texts: readonly string[]): DocxPage {
  const lines = texts.map((text) => {
    const wide = text.match(/[\u1100-\u11ff\u2e80-\uffdc]/g)?.length ?? 0;
    const ems = wide + (text.length - wide) * 0.6;
    return Math.ceil((ems * fontSize) / (width - 2 * margin)) + 0.5;
  });
  const height = lines.reduce((sum, count) => sum + count, 1) * fontSize * 1.4 + 2 * margin;
  if (height > highest)
    throw new DocumentError('The image contains more text than fits on one page');
  return { width, height, margin, paragraphs: texts.map((text) => ({ text, size: fontSize })) };
}

/**
 * Images: the text that Tesseract recognizes is translated and typeset on a new page, which
 * LibreOffice draws.
 */
export const image: DocumentKind = {
  prepare: async (file, { source, scratch, signal }) =>
    encoder.encode(JSON.stringify(await readImage(file, source, { scratch, signal }))),
  open: (blocks, { result, scratch, signal }) => {
    const texts = JSON.parse(decoder.decode(blocks)) as readonly string[];
    if (texts.length === 0) throw new DocumentError('No text was found in the image');
    const to = result === 'jpeg' ? 'jpg' : result;
    return {
      texts: texts.map((text) => ({ text })),
      write: async (translations) => {
        await refuseWithoutFont(translations, signal);
        const content = await writeDocx([fittingPage(translations)]);
        return convertOffice({ content, from: 'docx', to, scratch, signal });
      },
    };
  },
};
