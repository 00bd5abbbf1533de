import { glossaryEndpoints as endpoints, oldGlossaryEndpoints } from '../api/index.js';
import { ServiceError } from './errors.js';
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

/** Source and target phrases, as pairs or as one text (TSV, or CSV if stated). */
export type GlossaryEntries = string | Iterable<readonly [source: string, target: string]>;

/**
 * Pairs as TSV for the service.
 * @throws ServiceError `bad-request` for a phrase that a line cannot contain
 */
export function formatEntries(entries: GlossaryEntries): string {
  if (typeof entries === 'string') return entries;
  const lines: string[] = [];
  for (const [source, target] of entries) {
    if (/[\t\n\r]/.test(source + target)) {
      const shown = JSON.stringify(source.slice(0, 80));
      throw new ServiceError('bad-request', `glossary entry ${shown} contains a tab or a newline`);
    }
    lines.push(`${source}\t${target}`);
  }
  return lines.join('\n');
}

/** The pairs of a TSV text, in order. Lines without a tab are skipped. */
export function parseEntries(tsv: string): readonly (readonly [source: string, target: string])[] {
  return tsv.split(/\r\n|\n|\r/).flatMap((line) => {
    const [source, target] = line.split('\t');
    return source === undefined || target === undefined ? [] : [[source, target] as const];
  });
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

export type OldGlossary = Answer<typeof oldGlossaryEndpoints.getOldGlossary>;
export type GlossaryPairs = Answer<
  typeof oldGlossaryEndpoints.listGlossaryPairs
>['supportedLanguages'];

export interface NewOldGlossary extends Dictionary {
  readonly name: string;
}

/** Glossaries with one language pair, for services that have no others (docs/interface.md 9). */
export function createOldGlossaries(send: Send) {
  const params = (glossaryId: string) => ({ params: { glossary_id: glossaryId } });
  return {
    /** @throws ServiceError */
    create({ name, ...dictionary }: NewOldGlossary, call?: CallOptions): Promise<OldGlossary> {
      return send(
        oldGlossaryEndpoints.createOldGlossary,
        { body: { name, ...dictionaryBody(dictionary) } },
        call,
      );
    },
    /** All glossaries of one pair, without entries. @throws ServiceError */
    async list(call?: CallOptions): Promise<readonly OldGlossary[]> {
      return (await send(oldGlossaryEndpoints.listOldGlossaries, {}, call)).glossaries;
    },
    /** @throws ServiceError */
    get: (glossaryId: string, call?: CallOptions): Promise<OldGlossary> =>
      send(oldGlossaryEndpoints.getOldGlossary, params(glossaryId), call),
    /** Its entries as TSV. @throws ServiceError */
    async entries(glossaryId: string, call?: CallOptions): Promise<string> {
      const file = await send(oldGlossaryEndpoints.getOldGlossaryEntries, params(glossaryId), call);
      return new TextDecoder().decode(await file.bytes());
    },
    /** @throws ServiceError */
    delete: (glossaryId: string, call?: CallOptions): Promise<void> =>
      send(oldGlossaryEndpoints.deleteOldGlossary, params(glossaryId), call),
    /** Pairs that a glossary may have. Deprecated by the service. @throws ServiceError */
    async pairs(call?: CallOptions): Promise<GlossaryPairs> {
      return (await send(oldGlossaryEndpoints.listGlossaryPairs, {}, call)).supportedLanguages;
    },
  };
}
