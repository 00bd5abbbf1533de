import { Readable } from 'node:stream';
import type { Glossaries, Glossary } from '../glossaries/glossaries.js';
import { glossaryPair } from '../glossaries/pair.js';
import type { AreaRoutes } from '../http/call.js';

function shown(glossary: Glossary) {
  return { ...glossary, dictionaries: [...glossary.dictionaries] };
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

/** interface.md 4.3 */
export function glossaryRoutes(glossaries: Glossaries): AreaRoutes {
  return {
    handlers: {
      createGlossary: async ({ body }) =>
        shown(await glossaries.create(body.name, body.dictionaries)),
      listGlossaries: () => ({ glossaries: glossaries.list().map(shown) }),
      getGlossary: ({ params }) => shown(glossaries.get(params.glossary_id)),
      getGlossaryEntries: ({ params, query, setHeader }) => {
        const pair = glossaryPair(query.source_lang, query.target_lang);
        const entries = glossaries.entries(params.glossary_id, pair);
        const { source: source_lang, target: target_lang } = pair;
        const answer = (text: string) => ({
          dictionaries: [{ source_lang, target_lang, entries: text, entries_format: 'tsv' }],
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
        const pair = glossaryPair(query.source_lang, query.target_lang);
        glossaries.deleteDictionary(params.glossary_id, pair);
        return undefined;
      },
    },
  };
}
