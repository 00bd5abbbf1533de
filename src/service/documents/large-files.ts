import pLimit from 'p-limit';
import { createThread, type AnswerLimits } from '../tools/thread.js';
import type { DocumentAnswer, DocumentQuestion } from './document-thread.js';
import { DocumentError, type DocumentKind } from './kind.js';
import { compressedBytes } from './ooxml/archive.js';
import { newDocx, type DocxPage } from './ooxml/new-docx.js';
import { plainKinds, type PlainKindName } from './plain-kinds.js';

/** Bytes from which on a file is processed in a thread, so that nothing else waits for it. */
const largeFrom = 100_000;
const answerLimits: AnswerLimits = { milliseconds: 120_000, bytes: 1_000_000_000 };

/**
 * The thread has a copy of each file, so one at a time; waiting does not count against the time
 * limit.
 */
const oneAtATime = pLimit(1);

async function inThread<Found extends DocumentAnswer>(question: DocumentQuestion): Promise<Found> {
  const thread = createThread('document', () => import('./document-thread.ts?module'), {});
  const asked = oneAtATime(() => thread.ask(question, answerLimits));
  const answer = (await asked) as DocumentAnswer | undefined;
  if (answer === undefined) {
    throw new DocumentError('Reading the document takes too long or too much memory');
  }
  if ('problem' in answer) throw new DocumentError(answer.problem);
  return answer as Found;
}

type Texts = Extract<DocumentAnswer, { readonly texts: unknown }>;
type Content = Extract<DocumentAnswer, { readonly content: unknown }>;

const asItIs = (file: Uint8Array): number => file.length;

function threaded(kind: PlainKindName, bytesOf = asItIs): DocumentKind {
  return {
    open: async (file, { target }) => {
      if (bytesOf(file) < largeFrom) return plainKinds[kind].open(file, { target });
      const found = await inThread<Texts>({ ask: 'texts', kind, file, target });
      return {
        ...found,
        write: async (translations) => {
          const question = { ask: 'written', kind, file, target, translations } as const;
          return (await inThread<Content>(question)).content;
        },
      };
    },
  };
}

export const docx = threaded('docx', compressedBytes);
export const pptx = threaded('pptx', compressedBytes);
export const xlsx = threaded('xlsx', compressedBytes);
export const srt = threaded('srt');
export const xliff = threaded('xliff');
export const txt = threaded('txt');
export const html = threaded('html');

/** A Word document of plain paragraphs, with a section per page. @throws DocumentError */
export async function writeDocx(pages: readonly DocxPage[]): Promise<Uint8Array> {
  const length = pages
    .flatMap(({ paragraphs }) => paragraphs)
    .reduce((sum, { text }) => sum + text.length, 0);
  if (length < largeFrom) return newDocx(pages);
  return (await inThread<Content>({ ask: 'docx', pages })).content;
}
