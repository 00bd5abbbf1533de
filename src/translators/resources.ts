import { baseLanguage } from '../api/language-codes.js';
import type { Glossary, ListedStyleRuleList } from '../client/index.js';
import type { TextClient } from '../client/text-client.js';
import { TranslatorError, type Hint, type RequestOptions } from '../model/index.js';
import { missingHint, type Origin } from './errors.js';

type Pair = Pick<RequestOptions, 'source' | 'target'>;

/** What a name stands for, and a text that differs whenever its answers may. */
export interface NamedResource {
  readonly id: string;
  readonly version: string;
}

/** Looks glossaries, styles and memories up by id or name. */
export interface ResourceLookup {
  glossary(idOrName: string, pair: Pair, signal: AbortSignal | undefined): Promise<NamedResource>;
  style(idOrName: string, pair: Pair, signal: AbortSignal | undefined): Promise<NamedResource>;
  memory(idOrName: string, signal: AbortSignal | undefined): Promise<NamedResource>;
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

function rejected(message: string, hint: Hint | string): TranslatorError {
  return new TranslatorError('rejected', message, { hint });
}

/** Runs what it is given once and remembers the answer, but not a failure. */
function once<T>(load: (signal: AbortSignal | undefined) => Promise<T>) {
  let pending: Promise<T> | undefined;
  return (signal: AbortSignal | undefined): Promise<T> => {
    pending ??= load(signal).catch((error: unknown) => {
      pending = undefined;
      throw error;
    });
    return pending;
  };
}

/** The same, for each key apart. */
function oncePerKey<T>(load: (key: string, signal: AbortSignal | undefined) => Promise<T>) {
  const loads = new Map<string, (signal: AbortSignal | undefined) => Promise<T>>();
  return (key: string, signal: AbortSignal | undefined): Promise<T> => {
    const known = loads.get(key) ?? once((current) => load(key, current));
    loads.set(key, known);
    return known(signal);
  };
}

interface Wanted<T> {
  readonly what: string;
  readonly idOf: (item: T) => string;
  readonly origin: Origin;
}

function single<T>(found: readonly T[], { what, idOf, origin }: Wanted<T>): T {
  const [first, ...others] = found;
  if (first === undefined) throw rejected(`${what} does not exist`, missingHint(origin));
  if (others.length === 0) return first;
  const ids = found.map(idOf).join(', ');
  throw rejected(`${what} is the name of several: ${ids}`, 'Give the id in the config.');
}

/** A dictionary of a language serves its variants (interface.md 4.3 rule 4); an exact one is preferred. */
function dictionaryFor(glossary: Glossary, { source, target }: Pair) {
  const wanted = target.toLowerCase();
  const candidates = glossary.dictionaries.filter(
    (pair) =>
      baseLanguage(pair.sourceLang) === baseLanguage(source) &&
      [wanted, baseLanguage(target)].includes(pair.targetLang.toLowerCase()),
  );
  return candidates.find((pair) => pair.targetLang.toLowerCase() === wanted) ?? candidates[0];
}

function hash(text: string): string {
  // Loaded by those who use names.
  const { createHash } = process.getBuiltinModule('node:crypto');
  return createHash('sha256').update(text).digest('base64url').slice(0, 22);
}

function glossaryLookup({ glossaries }: TextClient, origin: Origin): ResourceLookup['glossary'] {
  const list = once((signal) => glossaries.list({ signal }));
  const get = oncePerKey((id, signal) => glossaries.get(id, { signal }));
  // An edited entry shows in no field of the glossary, so its version is that of its content.
  const contents = new Map<string, ReturnType<typeof once<string>>>();

  return async (idOrName, pair, signal) => {
    const glossary = uuid.test(idOrName)
      ? await get(idOrName, signal)
      : single(
          (await list(signal)).filter(({ name }) => name === idOrName),
          { what: `glossary '${idOrName}'`, idOf: ({ glossaryId }) => glossaryId, origin },
        );
    const dictionary = dictionaryFor(glossary, pair);
    if (dictionary === undefined) {
      throw rejected(
        `glossary '${idOrName}' has no dictionary for ${pair.source} → ${pair.target}`,
        'Add one, or set another glossary for this target.',
      );
    }
    const id = glossary.glossaryId;
    const key = `${id} ${dictionary.sourceLang} ${dictionary.targetLang}`;
    const content =
      contents.get(key) ??
      once(async (current) => {
        const { entries } = await glossaries.entries(id, dictionary, { signal: current });
        return hash(entries);
      });
    contents.set(key, content);
    return { id, version: await content(signal) };
  };
}

function styleLookup({ styleRules }: TextClient, origin: Origin): ResourceLookup['style'] {
  const list = once(async (signal) => {
    const found: ListedStyleRuleList[] = [];
    for await (const style of styleRules.all({}, { signal })) found.push(style);
    return found;
  });
  const get = oncePerKey((id, signal) => styleRules.get(id, { signal }));

  return async (idOrName, { target }, signal) => {
    const language = baseLanguage(target);
    const style = uuid.test(idOrName)
      ? await get(idOrName, signal)
      : single(
          // Lists of several languages may share a name: the target's is meant.
          (await list(signal)).filter(
            (one) => one.name === idOrName && baseLanguage(one.language) === language,
          ),
          { what: `style '${idOrName}' for ${target}`, idOf: ({ styleId }) => styleId, origin },
        );
    return { id: style.styleId, version: String(style.version) };
  };
}

function memoryLookup({ memories }: TextClient, origin: Origin): ResourceLookup['memory'] {
  const list = once(async (signal) => {
    const found: { readonly id: string; readonly name: string }[] = [];
    for await (const memory of memories.all({ signal })) {
      found.push({ id: memory.translationMemoryId, name: memory.name });
    }
    return found;
  });

  return async (idOrName, signal) => {
    if (uuid.test(idOrName)) return { id: idOrName, version: '' };
    const { id } = single(
      (await list(signal)).filter(({ name }) => name === idOrName),
      { what: `translation memory '${idOrName}'`, idOf: (memory) => memory.id, origin },
    );
    return { id, version: '' };
  };
}

/** Asks the service for each list, glossary and dictionary at most once. */
export function createResourceLookup(client: TextClient, origin: Origin): ResourceLookup {
  return {
    glossary: glossaryLookup(client, origin),
    style: styleLookup(client, origin),
    memory: memoryLookup(client, origin),
  };
}
