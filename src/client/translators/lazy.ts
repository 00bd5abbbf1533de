import { encodeTranslateText } from '../text.js';
import type { RequestOptions, Translator } from '../../model/index.js';
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
    keys: lazyPort(async () => (await get()).keys),
    jobs: async () => (await get()).jobs?.(),
    glossaries: lazyPort(async () => (await get()).glossaries),
    styles: lazyPort(async () => (await get()).styles),
    close: async () => {
      // A translator that failed to open has already reported it.
      const translator = await opened?.catch(() => undefined);
      await translator?.close();
    },
  };
}

/** A port whose functions, which all return promises, open it first. */
function lazyPort<T extends object>(open: () => Promise<T | undefined>): T {
  return new Proxy({} as T, {
    get:
      (_, name) =>
      async (...inputs: unknown[]): Promise<unknown> => {
        const port = await open();
        const call: unknown = port === undefined ? undefined : Reflect.get(port, name);
        if (typeof call !== 'function')
          throw new TypeError(`the translator has no ${String(name)}`);
        return Reflect.apply(call, port, inputs) as unknown;
      },
  });
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
