import type { Backend, BackendRequest } from './backend.js';
import { addressOf, jsonServer, textsIn, throughTexts, type Marks } from './text-engine.js';

export interface OpenAiOptions {
  /** Base address of a chat-completions server: `http://127.0.0.1:11434/v1`. */
  readonly url: string;
  readonly key?: string | undefined;
  readonly model: string;
}

const marks: Marks = { mark: (index) => `⟦${index}⟧`, pattern: /⟦(\d+)⟧/g };

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
    return textsIn(JSON.parse(content.slice(start, end + 1)), count);
  } catch {
    return undefined;
  }
}

/** Any chat-completions server, such as a local model. */
export function createOpenAi({ url, key, model }: OpenAiOptions): Backend {
  const title = 'The chat-completions server';
  const headers = key === undefined ? {} : { authorization: `Bearer ${key}` };
  const ask = jsonServer({ title, url: addressOf(url, 'chat/completions'), headers });

  async function askOnce(texts: readonly string[], request: BackendRequest) {
    const question = {
      model,
      temperature: 0,
      messages: [
        { role: 'system', content: instructionsFor(request) },
        { role: 'user', content: JSON.stringify(texts) },
      ],
    };
    const content = contentOf(await ask(question, request));
    return content === undefined ? undefined : readStrings(content, texts.length);
  }

  return throughTexts({
    name: 'openai',
    title,
    marks,
    // All texts at once, then one by one: a bad answer for one text does not affect the others.
    ask: async (texts, request) => {
      const together = await askOnce(texts, request);
      if (together !== undefined || texts.length === 1) return together ?? [undefined];
      const alone: (string | undefined)[] = [];
      for (const text of texts) alone.push((await askOnce([text], request))?.[0]);
      return alone;
    },
  });
}
