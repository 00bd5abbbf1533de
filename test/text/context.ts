import { prepare, type Form, type MessageContext } from '../../src/text/index.js';

export function context(extra: Partial<MessageContext> = {}): MessageContext {
  return { syntax: 'plain', source: 'en', target: 'de', ...extra };
}

/** Sends a text and puts back what `answer` makes of each part; problems as `code: message`. */
export function translate(
  text: string,
  ctx: MessageContext,
  answer: (sent: string) => string,
  form: Form = 'element',
): string {
  const { texts, restore } = prepare(text, ctx, form);
  const result = restore(texts.map((sent) => answer(sent)));
  return result.ok ? result.text : `${result.problem.code}: ${result.problem.message}`;
}
