import { BackendError, type Backend, type BackendRequest } from './backend.js';
import { markCodes, restoreCodes, type MarkStyle } from './code-marks.js';
import { readable, type Readable } from './entities.js';

export interface OpenAiOptions {
  /** Base address of a chat-completions server: `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly key?: string | undefined;
  readonly model: string;
  /** Milliseconds per response, 60,000 by default. */
  readonly timeout?: number | undefined;
}

const style: MarkStyle = {
  mark: (index) => `⟦${index}⟧`,
  escape: (text) => text,
  pattern: /⟦(\d+)⟧/g,
  unescape: (text) => text,
};

function instructionsFor(request: BackendRequest): string {
  const { source, target, formality, context, instructions = [] } = request;
  return [
    `Translate every string of the JSON array from ${source} to ${target}.`,
    'Answer with a JSON array of strings only: as many, in the same order.',
    'Marks such as ⟦0⟧ stand for code: keep each exactly once, where it belongs.',
    ...(formality === undefined ? [] : [`Use ${formality} formal language.`]),
    ...(context === undefined || context === ''
      ? []
      : [`Context, not to be translated: ${context}`]),
    ...instructions,
  ].join('\n');
}

function contentOf(answer: unknown): string | undefined {
  const choices = (answer as { choices?: unknown } | null)?.choices;
  const first: unknown = Array.isArray(choices) ? choices[0] : undefined;
  const content = (first as { message?: { content?: unknown } } | undefined)?.message?.content;
  return typeof content === 'string' ? content : undefined;
}

function readStrings(content: string, count: number): readonly string[] | undefined {
  const start = content.indexOf('[');
  const end = content.lastIndexOf(']');
  try {
    const parsed: unknown = JSON.parse(content.slice(start, end + 1));
    if (!Array.isArray(parsed) || parsed.length !== count) return undefined;
    return parsed.every((item) => typeof item === 'string') ? parsed : undefined;
  } catch {
    return undefined;
  }
}

/** Any chat-completions server, such as a local model. */
export function createOpenAi({ url, key, model, timeout = 60_000 }: OpenAiOptions): Backend {
  async function ask(texts: readonly string[], request: BackendRequest) {
    const limit = AbortSignal.timeout(timeout);
    const { caller } = request;
    const response = await fetch(`${url.replace(/\/+$/, '')}/chat/completions`, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...(key === undefined ? {} : { authorization: `Bearer ${key}` }),
      },
      body: JSON.stringify({
        model,
        temperature: 0,
        messages: [
          { role: 'system', content: instructionsFor(request) },
          { role: 'user', content: JSON.stringify(texts) },
        ],
      }),
      signal: caller === undefined ? limit : AbortSignal.any([limit, caller.signal]),
    }).catch((cause: unknown) => {
      throw new BackendError('The chat-completions server could not be reached', {
        cause,
      });
    });
    if (!response.ok) {
      throw new BackendError(`The chat-completions server returned ${response.status}`);
    }
    const content = contentOf(await response.json().catch(() => undefined));
    return content === undefined ? undefined : readStrings(content, texts.length);
  }

  /**
   * Sends all texts at once, then one by one, so that a bad answer for one text does not affect the
   * others.
   */
  async function askAll(texts: readonly string[], request: BackendRequest) {
    const together = await ask(texts, request);
    if (together !== undefined || texts.length === 1) return together ?? [undefined];
    const alone: (string | undefined)[] = [];
    for (const text of texts) alone.push((await ask([text], request))?.[0]);
    return alone;
  }

  async function pieceByPiece(
    { segment, write }: Readable,
    request: BackendRequest,
  ): Promise<string> {
    let result = '';
    for (const { kind, value } of segment) {
      const text = value.trim();
      const isCode = kind === 'code' || text === '';
      const translated = isCode ? '' : (await ask([text], request))?.[0];
      if (translated === undefined) {
        throw new BackendError('The chat-completions server returned an unexpected response');
      }
      result += isCode ? value : value.replace(text, () => write(translated));
    }
    return result;
  }

  return {
    name: 'openai',
    supports: () => Promise.resolve(true),
    translate: async (segments, request) => {
      const read = segments.map((segment) => readable(segment, request.markup === true));
      const marked = read.map(({ segment }) => markCodes(segment, style));
      const wanted = marked.flatMap(({ text }, index) => (text.trim() === '' ? [] : [index]));
      const answers =
        wanted.length === 0
          ? []
          : await askAll(
              wanted.map((index) => marked[index]?.text.trim() ?? ''),
              request,
            );
      const byIndex = new Map(wanted.map((index, position) => [index, answers[position]]));
      const results: string[] = [];
      for (const [index, each] of read.entries()) {
        const { text = '', codes = [] } = marked[index] ?? {};
        if (!byIndex.has(index)) {
          results.push((segments[index] ?? []).map(({ value }) => value).join(''));
          continue;
        }
        const answer = byIndex.get(index)?.trim();
        const whole = answer === undefined ? undefined : text.replace(text.trim(), () => answer);
        const restored =
          whole === undefined
            ? undefined
            : restoreCodes(whole, codes, { ...style, unescape: each.write });
        results.push(restored ?? (await pieceByPiece(each, request)));
      }
      return results;
    },
    close: () => Promise.resolve(),
  };
}
