import { baseLanguage } from '../api/facts/language-codes.js';
import type { Glossary } from '../client/glossaries.js';
import { parseEntries } from '../client/glossary-entries.js';
import type { TextClient } from '../client/text-client.js';
import type {
  GlossaryDictionary,
  GlossaryPair,
  GlossaryStore,
  StoredGlossary,
} from '../model/index.js';
import { toTranslatorError } from './errors.js';
import type { SettingSources } from './errors.js';

const wirePair = ({ source, target }: GlossaryPair) => ({ sourceLang: source, targetLang: target });

const wireDictionary = ({ terms, ...pair }: GlossaryDictionary) => ({
  ...wirePair(pair),
  entries: terms,
});

function storedGlossary({
  glossaryId,
  name,
  dictionaries,
  creationTime,
}: Glossary): StoredGlossary {
  const pairs = dictionaries.map(({ sourceLang, targetLang }) => ({
    source: baseLanguage(sourceLang),
    target: baseLanguage(targetLang),
  }));
  return { id: glossaryId, name, pairs, created: creationTime ?? '' };
}

/** The service's glossaries behind the engine's port. */
export function createGlossaryStore(
  { glossaries }: Pick<TextClient, 'glossaries'>,
  sources: SettingSources,
  use: GlossaryStore['use'],
): GlossaryStore {
  const asked = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      throw toTranslatorError(error, sources);
    }
  };
  return {
    list: async (signal) =>
      (await asked(glossaries.list({ signal }))).map((glossary) => storedGlossary(glossary)),
    terms: async (id, pair, signal) => {
      const { entries } = await asked(glossaries.entries(id, wirePair(pair), { signal }));
      return parseEntries(entries);
    },
    create: async (name, dictionaries, signal) => {
      const input = { name, dictionaries: dictionaries.map(wireDictionary) };
      return (await asked(glossaries.create(input, { signal }))).glossaryId;
    },
    put: async (id, dictionary, signal) => {
      await asked(glossaries.putDictionary(id, wireDictionary(dictionary), { signal }));
    },
    remove: (id, pair, signal) =>
      asked(glossaries.deleteDictionary(id, wirePair(pair), { signal })),
    delete: (id, signal) => asked(glossaries.delete(id, { signal })),
    use,
  };
}
