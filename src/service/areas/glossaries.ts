import { Readable } from 'node:stream';
import type { ServiceContext } from '../context.js';
import { notFound } from '../errors.js';
import { glossaryLanguages, glossaryPair, type Glossary } from '../glossaries/glossaries.js';
import type { AreaRoutes } from '../http/routes.js';

function shown(glossary: Glossary) {
  return { ...glossary, dictionaries: [...glossary.dictionaries] };
}

/** The glossary in the form of v2; undefined unless it has exactly one dictionary. */
function shownOld({ glossary_id, name, creation_time, dictionaries }: Glossary) {
  const [only] = dictionaries;
  if (only === undefined || dictionaries.length > 1) return undefined;
  return { glossary_id, name, ready: true, ...only, creation_time };
}

const streamedFrom = 1_000_000;
const pieceLength = 65_536;

/**
 * The JSON of a response in chunks that share one large text: many responses may wait for slow
 * readers.
 */
function* jsonWith(text: string, answer: (text: string) => object): Generator<string> {
  const [head = '', tail = ''] = JSON.stringify(answer('')).split('"entries":""');
  yield `${head}"entries":"`;
  for (let at = 0; at < text.length; at += pieceLength) {
    yield JSON.stringify(text.slice(at, at + pieceLength)).slice(1, -1);
  }
  yield `"${tail}`;
}

/** docs/interface.md 4.3, 9.2 and 9.3 */
export function glossaryRoutes({ glossaries }: ServiceContext): AreaRoutes {
  /** @throws ServiceError 404, also for a glossary with several pairs, which only v3 serves */
  const getOld = (id: string) => {
    const glossary = shownOld(glossaries.get(id));
    if (glossary === undefined) throw notFound('Glossary not found; /v3/glossaries may have it');
    return glossary;
  };
  return {
    handlers: {
      createGlossary: async ({ body }) =>
        shown(await glossaries.create(body.name, body.dictionaries)),
      listGlossaries: () => ({ glossaries: glossaries.list().map(shown) }),
      getGlossary: ({ params }) => shown(glossaries.get(params.glossary_id)),
      getGlossaryEntries: ({ params, query, setHeader }) => {
        const pair = glossaryPair(query);
        const entries = glossaries.entries(params.glossary_id, pair);
        const answer = (text: string) => ({
          dictionaries: [{ ...pair, entries: text, entries_format: 'tsv' }],
        });
        if (entries.length < streamedFrom) return answer(entries);
        setHeader('content-type', 'application/json');
        return Readable.from(jsonWith(entries, answer));
      },
      putDictionary: ({ params, body }) => glossaries.put(params.glossary_id, body),
      patchGlossary: async ({ params, body }) =>
        shown(await glossaries.patch(params.glossary_id, body.name, body.dictionaries?.[0])),
      deleteGlossary: ({ params }) => {
        glossaries.delete(params.glossary_id);
        return undefined;
      },
      deleteDictionary: ({ params, query }) => {
        glossaries.deleteDictionary(params.glossary_id, glossaryPair(query));
        return undefined;
      },
      createOldGlossary: async ({ body: { name, ...dictionary } }) =>
        getOld((await glossaries.create(name, [dictionary])).glossary_id),
      listOldGlossaries: () => ({
        glossaries: glossaries.list().flatMap((glossary) => shownOld(glossary) ?? []),
      }),
      getOldGlossary: ({ params }) => getOld(params.glossary_id),
      getOldGlossaryEntries: ({ params, setHeader }) => {
        const pair = getOld(params.glossary_id);
        setHeader('content-type', 'text/tab-separated-values; charset=utf-8');
        return Buffer.from(glossaries.entries(params.glossary_id, pair));
      },
      deleteOldGlossary: ({ params }) => {
        glossaries.delete(getOld(params.glossary_id).glossary_id);
        return undefined;
      },
      listGlossaryPairs: () => ({
        supported_languages: [...glossaryLanguages].flatMap((source_lang) =>
          [...glossaryLanguages]
            .filter((target) => target !== source_lang)
            .map((target_lang) => ({ source_lang, target_lang })),
        ),
      }),
    },
  };
}
