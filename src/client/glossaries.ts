import { glossaryEndpoints as endpoints } from '../api/glossaries.js';
import { ServiceError } from './errors.js';
import { formatEntries, type GlossaryEntries } from './glossary-entries.js';
import type { CallOptions } from './options.js';
import type { Answer } from './request.js';
import type { Send } from './transport.js';

export type Glossary = Answer<typeof endpoints.getGlossary>;
export type DictionaryInfo = Glossary['dictionaries'][number];
/** Entries as TSV in `entries`. */
export type DictionaryEntries = Answer<typeof endpoints.getGlossaryEntries>['dictionaries'][number];

export interface LanguagePair {
  readonly sourceLang: string;
  readonly targetLang: string;
}

export interface Dictionary extends LanguagePair {
  readonly entries: GlossaryEntries;
  /** Format of entries given as one text. Default: `tsv`. */
  readonly entriesFormat?: 'tsv' | 'csv' | undefined;
}

export interface NewGlossary {
  readonly name: string;
  readonly dictionaries: readonly Dictionary[];
}

/** Changes to a glossary: its name, entries to merge into one dictionary, or both. */
export interface GlossaryPatch {
  readonly name?: string | undefined;
  readonly dictionary?: Dictionary | undefined;
}

export function dictionaryBody({ sourceLang, targetLang, entries, entriesFormat }: Dictionary) {
  const format = typeof entries === 'string' ? entriesFormat : 'tsv';
  return {
    sourceLang,
    targetLang,
    entries: formatEntries(entries),
    ...(format !== undefined && { entriesFormat: format }),
  };
}

const pairOf = ({ sourceLang, targetLang }: LanguagePair): LanguagePair => ({
  sourceLang,
  targetLang,
});

/** Glossaries with one or more dictionaries (docs/interface.md 4.3). */
export function createGlossaries(send: Send) {
  async function entries(
    glossaryId: string,
    pair: LanguagePair,
    call?: CallOptions,
  ): Promise<DictionaryEntries> {
    const input = { params: { glossary_id: glossaryId }, query: pairOf(pair) };
    const { dictionaries } = await send(endpoints.getGlossaryEntries, input, call);
    const [first] = dictionaries;
    if (first !== undefined) return first;
    const operation = endpoints.getGlossaryEntries.name;
    throw new ServiceError('protocol', `${operation}: the response has no 'dictionaries'`, {
      operation,
    });
  }

  function patch(
    glossaryId: string,
    { name, dictionary }: GlossaryPatch,
    call?: CallOptions,
  ): Promise<Glossary> {
    const body = {
      ...(name !== undefined && { name }),
      ...(dictionary !== undefined && { dictionaries: [dictionaryBody(dictionary)] }),
    };
    return send(endpoints.patchGlossary, { params: { glossary_id: glossaryId }, body }, call);
  }

  return {
    /** @throws ServiceError */
    create({ name, dictionaries }: NewGlossary, call?: CallOptions): Promise<Glossary> {
      const body = { name, dictionaries: dictionaries.map(dictionaryBody) };
      return send(endpoints.createGlossary, { body }, call);
    },
    /** All glossaries, without entries. @throws ServiceError */
    async list(call?: CallOptions): Promise<readonly Glossary[]> {
      return (await send(endpoints.listGlossaries, {}, call)).glossaries;
    },
    /** @throws ServiceError */
    get(glossaryId: string, call?: CallOptions): Promise<Glossary> {
      return send(endpoints.getGlossary, { params: { glossary_id: glossaryId } }, call);
    },
    /** One dictionary's entries. @throws ServiceError */
    entries,
    /**
     * The dictionaries of a glossary in turn, each with its entries.
     * @throws ServiceError
     */
    async *allEntries(
      glossary: Pick<Glossary, 'glossaryId' | 'dictionaries'>,
      call?: CallOptions,
    ): AsyncGenerator<DictionaryEntries, void> {
      for (const dictionary of glossary.dictionaries) {
        yield await entries(glossary.glossaryId, dictionary, call);
      }
    },
    /** Creates or replaces the dictionary of a pair. @throws ServiceError */
    putDictionary(
      glossaryId: string,
      dictionary: Dictionary,
      call?: CallOptions,
    ): Promise<DictionaryInfo> {
      const input = { params: { glossary_id: glossaryId }, body: dictionaryBody(dictionary) };
      return send(endpoints.putDictionary, input, call);
    },
    /** @throws ServiceError */
    patch,
    /** @throws ServiceError */
    rename: (glossaryId: string, name: string, call?: CallOptions): Promise<Glossary> =>
      patch(glossaryId, { name }, call),
    /**
     * Adds entries to the dictionary of a pair, replacing those with the same source.
     * @throws ServiceError
     */
    merge: (glossaryId: string, dictionary: Dictionary, call?: CallOptions): Promise<Glossary> =>
      patch(glossaryId, { dictionary }, call),
    /** @throws ServiceError */
    delete(glossaryId: string, call?: CallOptions): Promise<void> {
      return send(endpoints.deleteGlossary, { params: { glossary_id: glossaryId } }, call);
    },
    /** @throws ServiceError */
    deleteDictionary(glossaryId: string, pair: LanguagePair, call?: CallOptions): Promise<void> {
      const input = { params: { glossary_id: glossaryId }, query: pairOf(pair) };
      return send(endpoints.deleteDictionary, input, call);
    },
  };
}
