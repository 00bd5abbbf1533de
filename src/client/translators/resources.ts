import { baseLanguage } from '../../facts/index.js';
import type {
  Client,
  DeveloperKey,
  Glossary,
  ListedStyleRuleList,
  TranslationMemory,
} from '../public.js';
import { parseEntries } from '../glossaries.js';
import { defined, isPlain, REDACTED, TranslatorError } from '../../model/index.js';
import type {
  Hint,
  GlossaryDictionary,
  GlossaryPair,
  GlossaryStore,
  KeyStore,
  StoredGlossary,
  StoredKey,
  StoredStyle,
  StyleContent,
  StyleInstruction,
  StyleStore,
} from '../../model/index.js';
import { askedOf, ID_OR_NAME, type SettingSources } from './errors.js';

type ResourceClient = Pick<Client, 'glossaries' | 'styleRules' | 'memories'>;

/** A resource that a name refers to. */
export interface NamedResource {
  readonly id: string;
  /** Changes whenever answers with the resource may change. Memories have none. */
  readonly version?: string;
}

type Entries = readonly (readonly [source: string, target: string])[];

interface NamedGlossary extends NamedResource {
  /** Terms of the dictionary that is used. */
  readonly terms: () => Entries;
}

/** Looks glossaries, styles and memories up by id or name. */
export interface ResourceLookup {
  glossary(
    idOrName: string,
    pair: GlossaryPair,
    signal: AbortSignal | undefined,
  ): Promise<NamedGlossary>;
  style(
    idOrName: string,
    pair: GlossaryPair,
    signal: AbortSignal | undefined,
  ): Promise<NamedResource>;
  memory(idOrName: string, signal: AbortSignal | undefined): Promise<NamedResource>;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function rejected(message: string, hint: Hint | string): TranslatorError {
  return new TranslatorError('rejected', message, { hint });
}

async function allOf<T>(items: AsyncIterable<T>): Promise<readonly T[]> {
  const found: T[] = [];
  for await (const item of items) found.push(item);
  return found;
}

interface Wanted<T> {
  readonly what: string;
  readonly idOf: (item: T) => string;
}

function single<T>(found: readonly T[], { what, idOf }: Wanted<T>): T {
  const [first, ...others] = found;
  if (first === undefined) throw rejected(`${what} does not exist`, ID_OR_NAME);
  if (others.length === 0) return first;
  const ids = found.map(idOf).join(', ');
  throw rejected(`${what} is ambiguous: ${ids}`, 'Use the id in the config.');
}

/**
 * A dictionary of a language also serves its variants (docs/interface.md 4.3); an exact match wins.
 */
function dictionaryFor(glossary: Glossary, { source, target }: GlossaryPair) {
  const wanted = target.toLowerCase();
  const candidates = glossary.dictionaries.filter(
    (pair) =>
      baseLanguage(pair.sourceLang) === baseLanguage(source) &&
      [wanted, baseLanguage(target)].includes(pair.targetLang.toLowerCase()),
  );
  return candidates.find((pair) => pair.targetLang.toLowerCase() === wanted) ?? candidates[0];
}

/** A name of the config for a message. A key entered by mistake is not repeated. */
function shown(idOrName: string): string {
  return isPlain(idOrName) ? `'${idOrName}'` : REDACTED;
}

function hash(text: string): string {
  // Loaded only if names are used.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

/** Asks the service for each list, glossary and dictionary at most once. */
export function createResourceLookup({
  glossaries,
  styleRules,
  memories,
}: ResourceClient): ResourceLookup {
  const answers = new Map<string, Promise<unknown>>();
  /** Remembers the answer, but not a failure. */
  const once = <T>(what: string, ask: () => Promise<T>): Promise<T> => {
    const known = answers.get(what) as Promise<T> | undefined;
    if (known !== undefined) return known;
    const asked = ask().catch((error: unknown) => {
      answers.delete(what);
      throw error;
    });
    answers.set(what, asked);
    return asked;
  };

  return {
    glossary: async (idOrName, pair, signal) => {
      const glossary = uuid.test(idOrName)
        ? await once(`glossary ${idOrName}`, () => glossaries.get(idOrName, { signal }))
        : single(
            (await once('glossaries', () => glossaries.list({ signal }))).filter(
              ({ name }) => name === idOrName,
            ),
            { what: `glossary ${shown(idOrName)}`, idOf: ({ glossaryId }) => glossaryId },
          );
      const dictionary = dictionaryFor(glossary, pair);
      if (dictionary === undefined) {
        throw rejected(
          `glossary ${shown(idOrName)} has no dictionary for ${pair.source} → ${pair.target}`,
          'Add one, or use another glossary for this target.',
        );
      }
      const { glossaryId: id } = glossary;
      // No field of a glossary changes when an entry is edited, so its content is its version.
      const { entries } = await once(
        `entries ${id} ${dictionary.sourceLang} ${dictionary.targetLang}`,
        () => glossaries.entries(id, dictionary, { signal }),
      );
      return { id, version: hash(entries), terms: () => parseEntries(entries) };
    },
    style: async (idOrName, { target }, signal) => {
      const language = baseLanguage(target);
      const style = uuid.test(idOrName)
        ? await once(`style ${idOrName}`, () => styleRules.get(idOrName, { signal }))
        : single(
            // Lists of several languages may share a name: use the one for the target.
            (await once('styles', () => allOf(styleRules.all({}, { signal })))).filter(
              (one) => one.name === idOrName && baseLanguage(one.language) === language,
            ),
            { what: `style ${shown(idOrName)} for ${target}`, idOf: ({ styleId }) => styleId },
          );
      return { id: style.styleId, version: String(style.version) };
    },
    memory: async (idOrName, signal) => {
      if (uuid.test(idOrName)) return { id: idOrName };
      const idOf = (memory: TranslationMemory): string => memory.translationMemoryId;
      const all = await once('memories', () => allOf(memories.all({ signal })));
      const found = all.filter(({ name }) => name === idOrName);
      return { id: idOf(single(found, { what: `translation memory ${shown(idOrName)}`, idOf })) };
    },
  };
}

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
  { glossaries }: ResourceClient,
  sources: SettingSources,
  use: GlossaryStore['use'],
): GlossaryStore {
  const asked = askedOf(sources);
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
    rename: async (id, name, signal) => {
      await asked(glossaries.rename(id, name, { signal }));
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

/** The service's style rule lists behind the engine's port. */
export function createStyleStore(
  { styleRules }: ResourceClient,
  sources: SettingSources,
  use: StyleStore['use'],
): StyleStore {
  const asked = askedOf(sources);
  return {
    list: async (signal) =>
      (await asked(allOf(styleRules.all({ detailed: true }, { signal })))).map(storedStyle),
    create: async (name, { language, rules, instructions }, signal) => {
      const input = {
        name,
        language,
        configuredRules: wireRules(rules),
        customInstructions: instructions.map(wireInstruction),
      };
      return (await asked(styleRules.create(input, { signal }))).styleId;
    },
    rename: async (id, name, signal) => {
      await asked(styleRules.rename(id, name, { signal }));
    },
    setRules: async (id, rules, signal) => {
      await asked(styleRules.replaceConfiguredRules(id, wireRules(rules), { signal }));
    },
    addInstruction: async (id, instruction, signal) => {
      await asked(styleRules.addInstruction(id, wireInstruction(instruction), { signal }));
    },
    replaceInstruction: async (styleId, { id, ...instruction }, signal) => {
      const ids = { styleId, instructionId: id };
      const body = wireInstruction(instruction);
      await asked(styleRules.replaceInstruction(ids, body, { signal }));
    },
    removeInstruction: (id, instruction, signal) =>
      asked(styleRules.deleteInstruction(id, instruction, { signal })),
    remove: (id, signal) => asked(styleRules.delete(id, { signal })),
    use,
  };
}

function storedStyle(list: ListedStyleRuleList): StoredStyle {
  const { styleId, name, language, configuredRules = {}, customInstructions = [] } = list;
  const rules = new Map(
    Object.entries(configuredRules).flatMap(([category, chosen]) =>
      Object.entries(chosen).map(([rule, option]) => [`${category}.${rule}`, option] as const),
    ),
  );
  const instructions = customInstructions.map(({ id, label, prompt, sourceLanguage }) => ({
    id,
    label,
    prompt,
    ...(typeof sourceLanguage === 'string' && { sourceLanguage: baseLanguage(sourceLanguage) }),
  }));
  const created = list.creationTime ?? '';
  return { id: styleId, name, language: baseLanguage(language), created, rules, instructions };
}

function wireRules(rules: StyleContent['rules']): Record<string, Record<string, string>> {
  const categories: Record<string, Record<string, string>> = {};
  for (const [name, option] of rules) {
    const dot = name.indexOf('.');
    (categories[name.slice(0, dot)] ??= {})[name.slice(dot + 1)] = option;
  }
  return categories;
}

function wireInstruction({ label, prompt, sourceLanguage }: StyleInstruction) {
  return { label, prompt, ...(sourceLanguage !== undefined && { sourceLanguage }) };
}

/** The account's developer keys behind the engine's port. */
export function createKeyStore(admin: Client['admin'], sources: SettingSources): KeyStore {
  const asked = askedOf({ ...sources, keyVariable: 'SERVICE_ADMIN_KEY' });
  return {
    list: async (signal) =>
      (await asked(admin.listKeys({ signal })))
        .filter(({ isDeactivated }) => !isDeactivated)
        .map(storedKey),
    setLimits: async (id, { characters, minutes }, signal) => {
      const speech = typeof minutes === 'number' ? Math.round(minutes * MINUTE) : minutes;
      const limits = defined({ characters, speechToTextMilliseconds: speech });
      return storedKey(await asked(admin.setLimits(id, limits, { signal })));
    },
  };
}

const MINUTE = 60_000;

function storedKey({ keyId, label, usageLimits }: DeveloperKey): StoredKey {
  const { characters, speechToTextMilliseconds: speech = null } = usageLimits;
  const minutes = speech === null ? null : speech / MINUTE;
  return { id: keyId, label, limits: { characters, minutes } };
}
