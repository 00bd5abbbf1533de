import { BackendError, type Backend, type BackendRequest } from './backend.js';
import { addressOf, jsonServer, textsIn, throughTexts, type Marks } from './text-engine.js';

/** A term of the glossary is shown in its mark, so that the words around it fit. */
const term = /^\p{L}[^<>{}%_⟦⟧:/]*$/u;
const marks: Marks = {
  mark: (index, code) => (term.test(code) ? `⟦${index}:${code}⟧` : `⟦${index}⟧`),
  pattern: /⟦(\d+)(?::[^⟧]*)?⟧/g,
};

function instructionsFor(request: BackendRequest): string {
  const { source, target, formality, context, instructions = [] } = request;
  return [
    `Translate every string of the JSON array from ${source} to ${target}.`,
    'Answer with a JSON object that has one string for each, by its place: {"1": "…", "2": "…"}.',
    'Marks such as ⟦0⟧ stand for code, marks such as ⟦0:word⟧ for a fixed translation: keep each exactly once and as it is, where it belongs.',
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

/** Places tried for the beginning and the end of an answer within prose. */
const MOST_PLACES = 20;

/** The last value in an answer that is what was asked for: models add prose, notes and thoughts. */
function readStrings(content: string, count: number): readonly (string | undefined)[] | undefined {
  const starts = [...content.matchAll(/[[{]/g)].slice(0, MOST_PLACES);
  const ends = [...content.matchAll(/[\]}]/g)].slice(-MOST_PLACES).reverse();
  for (const { index: end } of ends) {
    for (const { index: start } of starts) {
      if (start > end) break;
      const texts = textsOf(content.slice(start, end + 1), count);
      if (texts !== undefined) return texts;
    }
  }
  return undefined;
}

/**
 * The texts by their places, undefined for each that is missing; undefined for a value with other
 * places, which may mean others by them, or something else. A list counts if it is complete.
 */
function textsOf(json: string, count: number): readonly (string | undefined)[] | undefined {
  let value: unknown;
  try {
    value = JSON.parse(json);
  } catch {
    return undefined;
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) {
    return textsIn(value, count);
  }
  const places = Array.from({ length: count }, (_, at) => String(at + 1));
  if (Object.keys(value).some((place) => !places.includes(place))) return undefined;
  const texts = value as Readonly<Record<string, unknown>>;
  return places.map((place) => {
    const text = texts[place];
    return typeof text === 'string' ? text : undefined;
  });
}

/**
 * Any chat-completions server, such as a local model.
 * @param url base address: `http://127.0.0.1:11434/v1`
 */
export function createOpenAi(url: string, model: string, key?: string): Backend {
  const title = 'The chat-completions server';
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const ask = jsonServer({ title, url: addressOf(url, 'chat/completions'), headers });

  /** Not every server knows it. */
  let mode: object = { response_format: { type: 'json_object' } };

  async function askOnce(texts: readonly string[], request: BackendRequest) {
    const question = {
      model,
      temperature: 0,
      stream: false,
      messages: [
        { role: 'system', content: instructionsFor(request) },
        { role: 'user', content: JSON.stringify(texts) },
      ],
    };
    const answer = await ask({ ...question, ...mode }, request).catch((error: unknown) => {
      const isRefused = error instanceof BackendError && [400, 422].includes(error.status ?? 0);
      if (!isRefused || !('response_format' in mode)) throw error;
      mode = {};
      return ask(question, request);
    });
    const content = contentOf(answer);
    return content === undefined ? undefined : readStrings(content, texts.length);
  }

  return throughTexts({
    name: 'openai',
    title,
    marks,
    // All texts at once, then one by one those without an answer: a bad answer for one text does not
    // affect the others.
    ask: async (texts, request) => {
      const together = await askOnce(texts, request);
      if (texts.length === 1) return together ?? [undefined];
      const alone: (string | undefined)[] = [];
      for (const [at, text] of texts.entries()) {
        alone.push(together?.[at] ?? (await askOnce([text], request))?.[0]);
      }
      return alone;
    },
  });
}
