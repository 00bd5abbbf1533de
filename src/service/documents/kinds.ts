import pLimit from 'p-limit';
import type { DocumentExtension } from '../../facts/index.js';
import { fontconfig } from '../tools/fontconfig.js';
import { libreOffice } from '../tools/libreoffice.js';
import { pdfReader } from '../tools/pdf-reader.js';
import { pdfWriter } from '../tools/pdf-writer.js';
import { tesseract } from '../tools/tesseract.js';
import { createThread, type AnswerLimits } from '../tools/thread.js';
import { ToolError, type Workplace } from '../tools/tool.js';
import type { DocumentAnswer, DocumentQuestion } from './document-thread.js';
import { DocumentError, type DocumentKind } from './kind.js';
import { compressedBytes, newDocx, type DocxPage } from './ooxml/archive.js';
import { plainKinds, type PlainKindName } from './plain-kinds.js';

/** Bytes from which on a file is processed in a thread, so that nothing else waits for it. */
const largeFrom = 100_000;
const answerLimits: AnswerLimits = { milliseconds: 120_000, bytes: 1_000_000_000 };

/**
 * The thread has a copy of each file, so one at a time; waiting does not count against the time
 * limit.
 */
const oneAtATime = pLimit(1);

async function inThread(question: DocumentQuestion): Promise<DocumentAnswer> {
  const thread = createThread('document', () => import('./document-thread.ts?module'), {});
  const asked = oneAtATime(() => thread.ask(question, answerLimits));
  const answer = (await asked) as DocumentAnswer | undefined;
  if (answer === undefined) {
    throw new DocumentError('Reading the document takes too long or too much memory');
  }
  if (answer.problem !== undefined) throw new DocumentError(answer.problem);
  return answer;
}

async function writtenInThread(question: DocumentQuestion): Promise<Uint8Array> {
  return (await inThread(question)).content ?? new Uint8Array();
}

/** @param bytesOf what takes time in a file: most is its length, but pictures are only copied */
function threaded(kind: PlainKindName, bytesOf = ({ length }: Uint8Array) => length): DocumentKind {
  return {
    open: async (file, { target }) => {
      if (bytesOf(file) < largeFrom) return plainKinds[kind].open(file, { target });
      const { texts = [], language, characters } = await inThread({ kind, file, target });
      return {
        texts,
        language,
        characters,
        write: (translations) => writtenInThread({ kind, file, target, translations }),
      };
    },
  };
}

/** A Word document of plain paragraphs, with a section per page. @throws DocumentError */
async function writeDocx(pages: readonly DocxPage[]): Promise<Uint8Array> {
  const length = pages
    .flatMap(({ paragraphs }) => paragraphs)
    .reduce((sum, { text }) => sum + text.length, 0);
  return length < largeFrom ? newDocx(pages) : writtenInThread({ pages });
}

const docx = threaded('docx', compressedBytes);
const html = threaded('html');
const xliff = threaded('xliff');

/** Signature of the container of all old Office documents. */
const magic = 'd0cf11e0a1b11ae1';

/** Old Word documents, converted by LibreOffice; the result is docx (docs/interface.md 4.2). */
const doc: DocumentKind = {
  prepare: async (file, workplace) => {
    // LibreOffice would read any kind of file, even a web page including its pictures.
    if (Buffer.from(file.subarray(0, 8)).toString('hex') !== magic) {
      throw new DocumentError('The file is not a doc document');
    }
    return libreOffice.run({ content: file, from: 'doc', to: 'docx' }, workplace);
  },
  open: (file, options) => docx.open(file, options),
};

const fontSize = 18;
const imageWidth = 612;
const imageMargin = 36;
/** The largest page that LibreOffice allows, in points. */
const highest = 8000;

/** One page of sufficient height: an image shows only the first page. @throws DocumentError */
function fittingPage(texts: readonly string[]): DocxPage {
  const lines = texts.map((text) => {
    const wide = text.match(/[\u1100-\u11ff\u2e80-\uffdc]/g)?.length ?? 0;
    const ems = wide + (text.length - wide) * 0.6;
    return Math.ceil((ems * fontSize) / (imageWidth - 2 * imageMargin)) + 0.5;
  });
  const height = lines.reduce((sum, count) => sum + count, 1) * fontSize * 1.4 + 2 * imageMargin;
  if (height > highest)
    throw new DocumentError('The image contains more text than fits on one page');
  const paragraphs = texts.map((text) => ({ text, size: fontSize }));
  return { width: imageWidth, height, margin: imageMargin, paragraphs };
}

/**
 * Images: the text that Tesseract recognizes is translated and typeset on a new page, which
 * LibreOffice draws.
 */
const image: DocumentKind = {
  prepare: async (content, options) => {
    const texts = await tesseract.run({ content, language: options.source }, options);
    return new TextEncoder().encode(JSON.stringify(texts));
  },
  open: (blocks, options) => {
    const texts = JSON.parse(new TextDecoder().decode(blocks)) as readonly string[];
    if (texts.length === 0) throw new DocumentError('No text was found in the image');
    const to = options.result === 'jpeg' ? 'jpg' : options.result;
    return {
      texts: texts.map((text) => ({ text })),
      write: async (translations) => {
        await fontconfig.run(translations, options);
        const content = await writeDocx([fittingPage(translations)]);
        return libreOffice.run({ content, from: 'docx', to }, options);
      },
    };
  },
};

const pdfMargin = 50;
const smallest = 6;
const largest = 36;

/** If Helvetica lacks letters, LibreOffice typesets the text, if installed. */
async function writePdf(pages: readonly DocxPage[], workplace: Workplace): Promise<Uint8Array> {
  const plain = await pdfWriter.run({ pages, isLastResort: false }, workplace);
  if (plain !== undefined) return plain;
  try {
    const content = await writeDocx(pages);
    const set = await libreOffice.run({ content, from: 'docx', to: 'pdf' }, workplace);
    const texts = pages.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => text));
    await fontconfig.run(texts, workplace);
    return set;
  } catch (error) {
    if (!(error instanceof ToolError && error.isMissing)) throw error;
    const written = await pdfWriter.run({ pages, isLastResort: true }, workplace);
    return written ?? new Uint8Array();
  }
}

/** The text of a PDF, typeset again as PDF or docx; drawings and layout are not kept. */
const pdf: DocumentKind = {
  open: async (file, options) => {
    const pages = await pdfReader.run(file, options);
    const texts = pages.flatMap(({ paragraphs }) => paragraphs.map(({ text }) => ({ text })));
    if (texts.length === 0) {
      throw new DocumentError('The pdf contains no text; scanned pages cannot be read');
    }
    return {
      texts,
      write: (translations) => {
        let next = 0;
        const translated = pages.map((page) => ({
          ...page,
          margin: pdfMargin,
          paragraphs: page.paragraphs.map(({ text, size }) => ({
            text: translations[next++] ?? text,
            size: Math.min(largest, Math.max(smallest, size)),
          })),
        }));
        return options.result === 'docx' ? writeDocx(translated) : writePdf(translated, options);
      },
    };
  },
};

/** Every kind of document of docs/interface.md 4.2, by extension. */
export const documentKinds: Readonly<Record<DocumentExtension, DocumentKind>> = {
  docx,
  doc,
  pptx: threaded('pptx', compressedBytes),
  xlsx: threaded('xlsx', compressedBytes),
  pdf,
  txt: threaded('txt'),
  htm: html,
  html,
  xlf: xliff,
  xliff,
  srt: threaded('srt'),
  jpeg: image,
  jpg: image,
  png: image,
};
