import type { Glossaries, Glossary } from '../glossaries/glossaries.js';
import { glossaryPair } from '../glossaries/pair.js';
import type { AreaRoutes } from '../http/call.js';

function shown(glossary: Glossary) {
  return { ...glossary, dictionaries: [...glossary.dictionaries] };
}

/** interface.md 4.3 */
export function glossaryRoutes(glossaries: Glossaries): AreaRoutes {
  return {
    handlers: {
      createGlossary: ({ body }) => shown(glossaries.create(body.name, body.dictionaries)),
      listGlossaries: () => ({ glossaries: glossaries.list().map(shown) }),
      getGlossary: ({ params }) => shown(glossaries.get(params.glossary_id)),
      getGlossaryEntries: ({ params, query }) => {
        const pair = glossaryPair(query.source_lang, query.target_lang);
        const entries = glossaries.entries(params.glossary_id, pair);
        const { source: source_lang, target: target_lang } = pair;
        return { dictionaries: [{ source_lang, target_lang, entries, entries_format: 'tsv' }] };
      },
      putDictionary: ({ params, body }) => glossaries.put(params.glossary_id, body),
      patchGlossary: ({ params, body }) =>
        shown(glossaries.patch(params.glossary_id, body.name, body.dictionaries?.[0])),
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
