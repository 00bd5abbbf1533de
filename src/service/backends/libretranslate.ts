import { baseLanguage } from '../../facts/index.js';
import { BackendError, type Backend } from './backend.js';
import { addressOf, jsonServer, textsIn, throughTexts } from './text-engine.js';

/** Languages for which the server uses codes with a script or region. */
const regional: Readonly<Record<string, string>> = { 'pt-BR': 'pt-BR', 'zh-Hant': 'zt' };

const named = (language: string): string => regional[language] ?? baseLanguage(language);

/**
 * A LibreTranslate server. Its protocol has no marks that reliably survive.
 * @param url base address: `http://127.0.0.1:5000`
 */
export function createLibreTranslate(url: string, key?: string): Backend {
  const title = 'The LibreTranslate server';
  const ask = jsonServer({ title, url: addressOf(url, 'translate') });
  return throughTexts({
    name: 'libretranslate',
    title,
    ask: async (texts, request) => {
      const { source, target } = request;
      const question = {
        q: texts,
        source: named(source),
        target: named(target),
        format: 'text',
        ...(key === undefined ? {} : { api_key: key }),
      };
      const answer = (await ask(question, request)) as {
        readonly translatedText?: unknown;
      } | null;
      const read = textsIn(answer?.translatedText, texts.length);
      if (read !== undefined) return read;
      throw new BackendError(`${title} returned an unexpected response`);
    },
  });
}
