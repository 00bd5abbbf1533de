import { describe, expect, it } from 'vitest';
import { formsOf, prepare } from '../../src/text/index.js';
import type { Form, MessageContext } from '../../src/text/index.js';

const context = (extra: Partial<MessageContext> = {}): MessageContext => ({
  syntax: 'plain',
  source: 'en',
  target: 'de',
  ...extra,
});

function roundTrip(text: string, ctx: MessageContext, form: Form = 'element'): string {
  const { texts, restore } = prepare(text, ctx, form);
  const result = restore(texts);
  return result.ok ? result.text : `${result.problem.code}: ${result.problem.message}`;
}

describe('prepare', () => {
  it('sends plain text plain, with one form to try', () => {
    const prepared = prepare('Save all', context(), 'element');
    expect(prepared.texts).toEqual(['Save all']);
    expect(prepared.tagHandling).toBeUndefined();
    expect(formsOf('Save all', context())).toEqual(['element']);
  });

  it.each([
    ['Hello {name}', 'Hello <x id="0"/>'],
    ['Hello {user}', 'Hello <x id="0"/>'],
    ['Hello %s', 'Hello <x id="0"/>'],
  ])('%s comes back with its own placeholder', (text, sent) => {
    const prepared = prepare(text, context(), 'element');
    expect(prepared.texts).toEqual([sent]);
    expect(prepared.tagHandling).toBe('xml');
    expect(prepared.restore(['Hallo <x id="0"/>'])).toEqual({
      ok: true,
      text: text.replace('Hello', 'Hallo'),
    });
  });

  it('has nothing to send where there is nothing to translate', () => {
    const prepared = prepare(' {a} – 3 ', context(), 'element');
    expect(prepared.texts).toEqual([]);
    expect(prepared.restore([])).toEqual({ ok: true, text: ' {a} – 3 ' });
  });

  it.each(['element', 'ignore', 'cut'] as const)(
    'gives the source back for identity answers: %s',
    (form) => {
      const text = ' Dear <b>{{name}}</b>,\n you have %{count} new &amp; old $t(mails) ';
      expect(roundTrip(text, context(), form)).toBe(text);
    },
  );
});
