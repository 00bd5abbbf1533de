import type { DictionaryInput } from '../../api/index.js';
import { ServiceError } from '../errors.js';
import { serveThread } from '../tools/thread.js';
import { withEntries, type LanguagePair, type Tsv } from './dictionary.js';

/** Asks for a dictionary with more entries. */
export interface GlossaryQuestion {
  readonly tsv: Tsv;
  readonly input: DictionaryInput;
  readonly pair: LanguagePair;
}

export type GlossaryAnswer =
  | ReturnType<typeof withEntries>
  | { readonly problem: string; readonly detail: string | undefined };

serveThread({
  open: () => Promise.resolve(),
  answer: (_opened, { tsv, input, pair }: GlossaryQuestion): GlossaryAnswer => {
    try {
      return withEntries(tsv, input, pair);
    } catch (error) {
      if (error instanceof ServiceError) return { problem: error.message, detail: error.detail };
      throw error;
    }
  },
});
