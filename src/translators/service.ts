import { backendHeader } from '../api/facts/headers.js';
import type { TextClient } from '../client/text-client.js';
import { encodeTranslateText, type TextTranslations } from '../client/text.js';
import type {
  RequestOptions,
  ResolvedOptions,
  TranslateCall,
  TranslationAnswer,
  TranslationBatch,
  Translator,
} from '../model/index.js';
import { toTranslatorError } from './errors.js';
import type { SettingSources } from './errors.js';
import { createGlossaryStore } from './glossary-store.js';
import { createResourceLookup, type NamedResource, type ResourceLookup } from './resources.js';
import { wireOptions } from './wire-options.js';

export interface ServiceTranslatorOptions {
  /** Closed by the translator's `close`. */
  readonly client: TextClient;
  /** Default: the key from `SERVICE_AUTH_KEY`, the address from the config. */
  readonly sources?: SettingSources;
}

/**
 * Code points of the texts, which is what services bill (contract.md), for services that report no
 * count.
 */
function codePoints(texts: readonly string[]): number {
  return texts.reduce((sum, text) => sum + Array.from(text).length, 0);
}

function billed(answer: TextTranslations, texts: readonly string[]): number {
  if (answer.billedCharacters !== undefined) return answer.billedCharacters;
  const each = answer.translations.map(({ billedCharacters }) => billedCharacters);
  return each.every((count) => count !== undefined)
    ? each.reduce((sum, count) => sum + count, 0)
    : codePoints(texts);
}

const label = ({ id, version }: NamedResource): string =>
  version === undefined ? id : `${id}@${version}`;

interface Lookup extends ResourceLookup {
  /** Ids of glossaries that are files of the repository. */
  readonly files: ReadonlyMap<string, string>;
}

async function resolveNames(
  lookup: Lookup,
  options: RequestOptions,
  signal: AbortSignal | undefined,
): Promise<ResolvedOptions> {
  const { glossary, style, memory } = options;
  const fileId = glossary === undefined ? undefined : lookup.files.get(glossary);
  const isNamed = glossary !== undefined && fileId === undefined;
  const found = {
    ...(isNamed && { glossary: await lookup.glossary(glossary, options, signal) }),
    ...(style !== undefined && { style: await lookup.style(style, options, signal) }),
    ...(memory !== undefined && { memory: await lookup.memory(memory, signal) }),
  };
  const entries = Object.entries(found);
  return {
    options: {
      ...options,
      ...(fileId !== undefined && { glossary: fileId }),
      ...Object.fromEntries(entries.map(([kind, { id }]) => [kind, id])),
    },
    fingerprint: entries.map(([kind, resource]) => `${kind}=${label(resource)}`).join(' '),
  };
}

/** The port to translation over the client of the service. */
export function createServiceTranslator({
  client,
  sources = { keyVariable: 'SERVICE_AUTH_KEY', url: 'service.url' },
}: ServiceTranslatorOptions): Translator {
  const files = new Map<string, string>();
  const lookup = { ...createResourceLookup(client, sources), files };

  async function translate(
    { options, texts }: TranslationBatch,
    call: TranslateCall = {},
  ): Promise<TranslationAnswer> {
    let backend: string | undefined;
    try {
      const answer = await client.text.translate(texts, wireOptions(options), {
        signal: call.signal,
        leave: call.surfaceRate === true ? ['rate'] : [],
        onAnswer: ({ header }) => {
          backend = header(backendHeader);
          call.onAnswered?.();
        },
        onUnsent: () => call.onUnsent?.(),
        onRetry: ({ kind, delay, attempt }) => call.onRetry?.({ kind, delay, attempt }),
      });
      return {
        texts: answer.translations.map(({ text }) => text),
        billedCharacters: billed(answer, texts),
        ...(backend !== undefined && { backend }),
      };
    } catch (error) {
      throw toTranslatorError(error, sources);
    }
  }

  return {
    translate,
    overhead: (options) => Buffer.byteLength(encodeTranslateText([], wireOptions(options))),
    resolve: async (options, signal) => {
      try {
        return await resolveNames(lookup, options, signal);
      } catch (error) {
        throw toTranslatorError(error, sources);
      }
    },
    terms: async (options, signal) => {
      if (options.glossary === undefined) return [];
      try {
        return (await lookup.glossary(options.glossary, options, signal)).terms();
      } catch (error) {
        throw toTranslatorError(error, sources);
      }
    },
    glossaries: createGlossaryStore(client, sources, (file, id) => {
      files.set(file, id);
      return Promise.resolve();
    }),
    close: () => client.close(),
  };
}
