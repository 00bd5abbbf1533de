import { EditError, FormatError } from '../../model/index.js';
import { serveThread } from '../tools/serve-thread.js';
import { charactersOf, DocumentError, type DocumentText } from './kind.js';
import { newDocx, type DocxPage } from './ooxml/new-docx.js';
import { plainKinds, type PlainKindName } from './plain-kinds.js';

interface OfFile {
  readonly kind: PlainKindName;
  readonly file: Uint8Array;
  readonly target: string;
}

export type DocumentQuestion =
  | ({ readonly ask: 'texts' } & OfFile)
  | ({ readonly ask: 'written'; readonly translations: readonly string[] } & OfFile)
  | { readonly ask: 'docx'; readonly pages: readonly DocxPage[] };

export type DocumentAnswer =
  | {
      readonly texts: readonly DocumentText[];
      readonly language: string | undefined;
      readonly characters: number;
    }
  | { readonly content: Uint8Array }
  /** Why the document cannot be translated. */
  | { readonly problem: string };

function answer(question: DocumentQuestion): DocumentAnswer {
  if (question.ask === 'docx') return { content: newDocx(question.pages) };
  const { kind, file, target } = question;
  const opened = plainKinds[kind].open(file, { target });
  if (question.ask === 'texts') {
    const { texts, language } = opened;
    return { texts, language, characters: charactersOf(texts) };
  }
  return { content: opened.write(question.translations) };
}

serveThread({
  open: () => Promise.resolve(),
  answer: (_opened, question: DocumentQuestion): DocumentAnswer => {
    try {
      return answer(question);
    } catch (error) {
      const isKnown = [DocumentError, FormatError, EditError].some((one) => error instanceof one);
      if (isKnown) return { problem: (error as Error).message };
      throw error;
    }
  },
});
