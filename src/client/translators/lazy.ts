import { encodeTranslateText } from '../text.js';
import type { GlossaryStore, RequestOptions, StyleStore, Translator } from '../../model/index.js';
import { wireOptions } from './wire-options.js';

/** Ids are UUIDs. Until a name is looked up, it is measured as one. */
const ID = '00000000-0000-0000-0000-000000000000';

/**
 * A translator that is opened for the first text or the first name to look up, so that planning
 * needs neither key nor network. Names of glossaries, styles and memories are looked up before they
 * are sent.
 */
export function createLazyTranslator(open: () => Promise<Translator>): Translator {
  let opened: Promise<Translator> | undefined;
  const get = (): Promise<Translator> => (opened ??= open());
  return {
    overhead: (options) =>
      Buffer.byteLength(encodeTranslateText([], wireOptions(withIds(options)))),
    resolve: async (options, signal) => (await get()).resolve(options, signal),
    terms: async (options, signal) => (await (await get()).terms?.(options, signal)) ?? [],
    translate: async (batch, call) => {
      const translator = await get();
      const { options } = hasNames(batch.options)
        ? await translator.resolve(batch.options, call?.signal)
        : batch;
      return translator.translate({ ...batch, options }, call);
    },
    jobs: async () => (await get()).jobs?.(),
    glossaries: lazyStore(async () => (await get()).glossaries),
    styles: lazyStyles(async () => (await get()).styles),
    close: async () => {
      // A translator that failed to open has already reported it.
      const translator = await opened?.catch(() => undefined);
      await translator?.close();
    },
  };
}

function lazyStore(open: () => Promise<GlossaryStore | undefined>): GlossaryStore {
  const get = async (): Promise<GlossaryStore> => {
    const opened = await open();
    if (opened === undefined) throw new TypeError('the translator has no glossaries');
    return opened;
  };
  return {
    list: async (signal) => (await get()).list(signal),
    terms: async (id, pair, signal) => (await get()).terms(id, pair, signal),
    create: async (name, dictionaries, signal) => (await get()).create(name, dictionaries, signal),
    delete: async (id, signal) => (await get()).delete(id, signal),
    put: async (id, dictionary, signal) => (await get()).put(id, dictionary, signal),
    remove: async (id, pair, signal) => (await get()).remove(id, pair, signal),
    use: async (file, id) => (await get()).use(file, id),
  };
}

function lazyStyles(open: () => Promise<StyleStore | undefined>): StyleStore {
  const get = async (): Promise<StyleStore> => {
    const opened = await open();
    if (opened === undefined) throw new TypeError('the translator has no styles');
    return opened;
  };
  return {
    list: async (signal) => (await get()).list(signal),
    create: async (name, content, signal) => (await get()).create(name, content, signal),
    setRules: async (id, rules, signal) => (await get()).setRules(id, rules, signal),
    addInstruction: async (id, one, signal) => (await get()).addInstruction(id, one, signal),
    replaceInstruction: async (id, one, signal) =>
      (await get()).replaceInstruction(id, one, signal),
    removeInstruction: async (id, instruction, signal) =>
      (await get()).removeInstruction(id, instruction, signal),
    remove: async (id, signal) => (await get()).remove(id, signal),
    use: async (file, ids) => (await get()).use(file, ids),
  };
}

function hasNames({ glossary, style, memory }: RequestOptions): boolean {
  return glossary !== undefined || style !== undefined || memory !== undefined;
}

function withIds(options: RequestOptions): RequestOptions {
  const { glossary, style, memory } = options;
  return {
    ...options,
    ...(glossary === undefined ? {} : { glossary: ID }),
    ...(style === undefined ? {} : { style: ID }),
    ...(memory === undefined ? {} : { memory: ID }),
  };
}
