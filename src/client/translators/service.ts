import { baseLanguage, backendHeader } from '../../facts/index.js';
import type { Client, RephraseOptions } from '../public.js';
import { encodeTranslateText } from '../text.js';
import type {
  Improver,
  RequestOptions,
  ResolvedOptions,
  TranslateCall,
  TranslationAnswer,
  TranslationBatch,
  Translator,
} from '../../model/index.js';
import { askedOf } from './errors.js';
import type { SettingSources } from './errors.js';
import {
  createResourceLookup,
  type NamedResource,
  type ResourceLookup,
  createGlossaryStore,
  createKeyStore,
  createStyleStore,
} from './resources.js';
import { wireOptions } from './wire-options.js';

export interface ServiceTranslatorOptions {
  /** Closed by the translator's `close`. */
  readonly client: Client;
  /** Default: the key from `SERVICE_AUTH_KEY`, the address from the config. */
  readonly sources?: SettingSources;
}

/** Code points, which is what services bill (docs/interface.md 4.1). */
const lengthOf = (texts: readonly string[]): number =>
  texts.reduce((sum, text) => sum + Array.from(text).length, 0);

const label = ({ id, version }: NamedResource): string =>
  version === undefined ? id : `${id}@${version}`;

interface Lookup extends ResourceLookup {
  /** Ids of glossaries that are files of the repository, by file. */
  readonly files: ReadonlyMap<string, string>;
  /** Ids of styles that are files of the repository, by file and base language. */
  readonly styleFiles: ReadonlyMap<string, ReadonlyMap<string, string>>;
}

async function resolveNames(
  lookup: Lookup,
  options: RequestOptions,
  signal: AbortSignal | undefined,
): Promise<ResolvedOptions> {
  const { glossary, style, memory } = options;
  const fileId = glossary === undefined ? undefined : lookup.files.get(glossary);
  const styleId =
    style === undefined
      ? undefined
      : lookup.styleFiles.get(style)?.get(baseLanguage(options.target));
  const isNamed = glossary !== undefined && fileId === undefined;
  const isNamedStyle = style !== undefined && styleId === undefined;
  const found = {
    ...(isNamed && { glossary: await lookup.glossary(glossary, options, signal) }),
    ...(isNamedStyle && { style: await lookup.style(style, options, signal) }),
    ...(memory !== undefined && { memory: await lookup.memory(memory, signal) }),
  };
  const entries = Object.entries(found);
  return {
    options: {
      ...options,
      ...(fileId !== undefined && { glossary: fileId }),
      ...(styleId !== undefined && { style: styleId }),
      ...Object.fromEntries(entries.map(([kind, { id }]) => [kind, id])),
    },
    fingerprint: entries.map(([kind, resource]) => `${kind}=${label(resource)}`).join(' '),
  };
}

/** Without resources that only the real service has. Memories may be files of the config. */
async function withoutNames(
  options: RequestOptions,
  lookup: Lookup,
  signal: AbortSignal | undefined,
): Promise<RequestOptions> {
  const { glossary, style, memory } = options;
  const isServed =
    memory !== undefined &&
    (await lookup.memory(memory, signal).then(
      () => true,
      () => false,
    ));
  const named = new Set(isServed ? [] : ['memory', 'memory_threshold']);
  if (glossary !== undefined && !lookup.files.has(glossary)) named.add('glossary');
  if (style !== undefined && !lookup.styleFiles.has(style)) named.add('style');
  const own = Object.entries(options).filter(([option]) => !named.has(option));
  return Object.fromEntries(own) as unknown as RequestOptions;
}

/** The translation port on top of the service's client. */
export function createServiceTranslator({
  client,
  sources = { keyVariable: 'SERVICE_AUTH_KEY', url: 'service.url' },
}: ServiceTranslatorOptions): Translator {
  const asked = askedOf(sources);
  // The embedded service has only what the run uploads to it, and memories of files.
  const isEmpty = sources.url === 'embedded';
  const files = new Map<string, string>();
  const styleFiles = new Map<string, ReadonlyMap<string, string>>();
  const lookup = { ...createResourceLookup(client), files, styleFiles };

  async function translate(
    { options, texts }: TranslationBatch,
    call: TranslateCall = {},
  ): Promise<TranslationAnswer> {
    let backend: string | undefined;
    const sent = client.text.translate(texts, wireOptions(options), {
      signal: call.signal,
      leave: call.surfaceRate === true ? ['rate'] : [],
      onAnswer: ({ header }) => {
        backend = header(backendHeader);
        call.onAnswered?.();
      },
      onUnsent: () => call.onUnsent?.(),
      onRetry: ({ kind, delay, attempt }) => call.onRetry?.({ kind, delay, attempt }),
    });
    const answer = await asked(sent, { glossary_id: options.glossary, style_id: options.style });
    return {
      texts: answer.translations.map(({ text }) => text),
      billedCharacters: answer.billedCharacters ?? lengthOf(texts),
      ...(backend !== undefined && { backend }),
    };
  }

  return {
    translate,
    overhead: (options) => Buffer.byteLength(encodeTranslateText([], wireOptions(options))),
    resolve: async (options, signal) => {
      const own = isEmpty ? await asked(withoutNames(options, lookup, signal)) : options;
      return asked(resolveNames(lookup, own, signal));
    },
    terms: async (options, signal) => {
      if (options.glossary === undefined || isEmpty) return [];
      return (await asked(lookup.glossary(options.glossary, options, signal))).terms();
    },
    glossaries: createGlossaryStore(client, sources, (file, id) => {
      files.set(file, id);
      return Promise.resolve();
    }),
    styles: createStyleStore(client, sources, (file, ids) => {
      styleFiles.set(file, ids);
      return Promise.resolve();
    }),
    keys: createKeyStore(client.admin, sources),
    jobs: async () => {
      // Downloads need it, so it is loaded while the service works.
      void import('undici').catch(() => undefined);
      const { createJobServices } = await import('./jobs.js');
      const idOf = async (pair: RequestOptions, signal: AbortSignal | undefined) =>
        (await resolveNames(lookup, pair, signal)).options.glossary;
      return createJobServices(client, sources, idOf);
    },
    close: () => client.close(),
  };
}

/** The improvement port on top of the service's client. */
export function createServiceImprover(
  client: Pick<Client, 'write' | 'close'>,
  sources: SettingSources,
): Improver {
  const asked = askedOf(sources);
  return {
    improve: async (texts, { language, style, tone }, signal) => {
      const [only, ...others] = texts;
      // A single text is sent as a string: not every service takes a list (docs/interface.md 4.6).
      const text = only !== undefined && others.length === 0 ? only : texts;
      const { improvements } = await asked(
        client.write.rephrase(
          text,
          // The config uses the interface's words; both come from the same table.
          { targetLang: language, writingStyle: style, tone } as RephraseOptions,
          { signal },
        ),
      );
      return improvements.map((one) => one.text);
    },
    close: () => client.close(),
  };
}
