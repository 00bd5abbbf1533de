import { languagesOf, baseLanguage } from '../../api/index.js';
import { notFound } from '../errors.js';
import type { Glossaries, Glossary } from '../glossaries/glossaries.js';
import type { AreaRoutes } from '../http/call.js';

/** The glossary in the form of v2; undefined unless it has exactly one dictionary. */
function shown({ glossary_id, name, creation_time, dictionaries }: Glossary) {
  const [only] = dictionaries;
  if (only === undefined || dictionaries.length > 1) return undefined;
  return { glossary_id, name, ready: true, ...only, creation_time };
}

function supportedPairs() {
  const languages = [
    ...new Set(languagesOf('glossary').map(({ lang }) => baseLanguage(lang).toLowerCase())),
  ];
  return languages.flatMap((source_lang) =>
    languages
      .filter((target) => target !== source_lang)
      .map((target_lang) => ({ source_lang, target_lang })),
  );
}

/** interface.md 9.2 and 9.3 */
export function oldGlossaryRoutes(glossaries: Glossaries): AreaRoutes {
  /** @throws ServiceError 404, also for a glossary with several pairs, which only v3 serves */
  const get = (id: string) => {
    const glossary = shown(glossaries.get(id));
    if (glossary === undefined) throw notFound('Glossary not found; /v3/glossaries may have it');
    return glossary;
  };
  return {
    handlers: {
      createOldGlossary: async ({ body: { name, ...dictionary } }) => {
        const { glossary_id } = await glossaries.create(name, [dictionary]);
        return get(glossary_id);
      },
      listOldGlossaries: () => ({
        glossaries: glossaries.list().flatMap((glossary) => shown(glossary) ?? []),
      }),
      getOldGlossary: ({ params }) => get(params.glossary_id),
      getOldGlossaryEntries: ({ params, setHeader }) => {
        const { source_lang: source, target_lang: target } = get(params.glossary_id);
        setHeader('content-type', 'text/tab-separated-values; charset=utf-8');
        return Buffer.from(glossaries.entries(params.glossary_id, { source, target }));
      },
      deleteOldGlossary: ({ params }) => {
        glossaries.delete(get(params.glossary_id).glossary_id);
        return undefined;
      },
      listGlossaryPairs: () => ({ supported_languages: supportedPairs() }),
    },
  };
}
