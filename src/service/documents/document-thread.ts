import { EditError, FormatError } from '../../model/index.js';
import { serveThread } from '../tools/thread.js';
import { charactersOf, DocumentError, type DocumentText } from './kind.js';
import { newDocx, type DocxPage } from './ooxml/archive.js';
import { plainKinds, type PlainKindName } from './plain-kinds.js';

/** Asks for the texts of a file, for the file with translations, or for a new Word document. */
export type DocumentQuestion =
  | {
      readonly kind: PlainKindName;
      readonly file: Uint8Array;
      readonly target: string;
      readonly translations?: readonly string[];
    }
  | { readonly pages: readonly DocxPage[] };

export interface DocumentAnswer {
  readonly texts?: readonly DocumentText[];
  readonly language?: string | undefined;
  readonly characters?: number;
  readonly content?: Uint8Array;
  /** Why the document cannot be translated. */
  readonly problem?: string;
}

function answer(question: DocumentQuestion): DocumentAnswer {
  if ('pages' in question) return { content: newDocx(question.pages) };
  const { kind, file, target, translations } = question;
  const opened = plainKinds[kind].open(file, { target });
  if (translations !== undefined) return { content: opened.write(translations) };
  const { texts, language } = opened;
  return { texts, language, characters: charactersOf(texts) };
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
