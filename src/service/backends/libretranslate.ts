import {
  baseOf,
  BackendError,
  type Backend,
  type BackendRequest,
  type Segment,
} from './backend.js';
import { escapeMarkup } from './entities.js';

export interface LibreTranslateOptions {
  /** Base address of the server: `http://127.0.0.1:5000`. */
  readonly url: string;
  readonly key?: string | undefined;
  /** Milliseconds per response, 60,000 by default. */
  readonly timeout?: number | undefined;
}

/** Languages for which the server uses codes with a script or region. */
const regional: Readonly<Record<string, string>> = { 'pt-BR': 'pt-BR', 'zh-Hant': 'zt' };

const named = (language: string): string => regional[language] ?? baseOf(language);

function readTexts(answer: unknown, count: number): readonly string[] | undefined {
  const texts = (answer as { translatedText?: unknown } | null)?.translatedText;
  if (!Array.isArray(texts) || texts.length !== count) return undefined;
  return texts.every((text) => typeof text === 'string') ? texts : undefined;
}

/** The text between codes, part by part: the protocol has no marks that reliably survive. */
function partsOf(segments: readonly Segment[]): readonly string[] {
  return segments
    .flat()
    .filter(({ kind, value }) => kind === 'text' && value.trim() !== '')
    .map(({ value }) => value.trim());
}

/** A LibreTranslate server. */
export function createLibreTranslate(options: LibreTranslateOptions): Backend {
  const { url, key, timeout = 60_000 } = options;

  async function ask(texts: readonly string[], { source, target, caller }: BackendRequest) {
    const limit = AbortSignal.timeout(timeout);
    const response = await fetch(`${url.replace(/\/+$/, '')}/translate`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({
        q: texts,
        source: named(source),
        target: named(target),
        format: 'text',
        ...(key === undefined ? {} : { api_key: key }),
      }),
      signal: caller === undefined ? limit : AbortSignal.any([limit, caller.signal]),
    }).catch((cause: unknown) => {
      throw new BackendError('The LibreTranslate server could not be reached', { cause });
    });
    if (!response.ok)
      throw new BackendError(`The LibreTranslate server returned ${response.status}`);
    const read = readTexts(await response.json().catch(() => undefined), texts.length);
    if (read !== undefined) return read;
    throw new BackendError('The LibreTranslate server returned an unexpected response');
  }

  return {
    name: 'libretranslate',
    supports: () => Promise.resolve(true),
    translate: async (segments, request) => {
      const parts = partsOf(segments);
      const answers = parts.length === 0 ? [] : await ask(parts, request);
      let next = 0;
      const write = request.markup === true ? escapeMarkup : (text: string) => text;
      return segments.map((segment) =>
        segment
          .map(({ kind, value }) => {
            const text = value.trim();
            if (kind === 'code' || text === '') return value;
            const answer = answers[next++] ?? text;
            return value.replace(text, () => write(answer.trim()));
          })
          .join(''),
      );
    },
    close: () => Promise.resolve(),
  };
}
