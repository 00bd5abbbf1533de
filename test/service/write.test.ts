import { describe, expect, it } from 'vitest';
import type { RequestLog } from '../../src/service/index.js';
import { correctWord } from '../../src/service/write/correct-word.js';
import { call, start } from './support.js';

async function improve(text: string | readonly string[], target?: string) {
  const log: RequestLog[] = [];
  const service = await start({ log: (entry) => log.push(entry) });
  const body = { text, ...(target === undefined ? {} : { target_lang: target }) };
  const { status, json } = await call(service, 'POST /v2/write/rephrase', { body });
  expect(status).toBe(200);
  await expect.poll(() => log.length).toBe(1);
  return { texts: json.improvements.map((each) => each.text), entry: log[0] };
}

describe('Write (interface.md 4.6)', () => {
  it('fixes spelling where one word alone can be meant', async () => {
    const { texts, entry } = await improve(
      'We will recieve your adress tomorow, and this is definately beutiful.',
      'en-US',
    );
    expect(texts).toEqual([
      'We will receive your address tomorrow, and this is definitely beautiful.',
    ]);
    expect(entry?.backend).toContain('spelling');
  });

  it.each([
    'Please sign in to continue.',
    'The Kubernetes pod of Mr. Xanthou at node_pool/abcx.ioq uses OAuth2 and kubectl-foo.',
    'It costs {cuont} <b clss="x">&nbsp;</b> %(nmae)s in https://exmaple.com/pth today.',
    '',
    '  \n\t',
    'It is, they’re and don’t know.',
  ])('gives %j, in which nothing is wrong, back unchanged', async (text) => {
    expect((await improve(text, 'en-US')).texts).toEqual([text]);
  });

  it('converts American to British English and back', async () => {
    const american =
      'The color of the theater center was gray; we organize and analyze the catalog.';
    const british = (await improve(american, 'en-GB')).texts[0] ?? '';
    for (const word of ['colour', 'theatre', 'centre', 'analyse']) expect(british).toContain(word);
    const back = (await improve('My favourite colour is in the theatre centre.', 'en-US')).texts;
    expect(back).toEqual(['My favorite color is in the theater center.']);
  });

  it('keeps the order of several texts', async () => {
    const { texts } = await improve([
      'This is teh langauge of the house.',
      'This is fine and good.',
    ]);
    expect(texts).toEqual(['This is teh language of the house.', 'This is fine and good.']);
  });

  it('gives the text itself back where no engine knows its language, and the log says so', async () => {
    const { texts, entry } = await improve('これは日本語の文章です。', 'ja');
    expect(texts).toEqual(['これは日本語の文章です。']);
    expect(entry?.note).toBe('no Write engine for ja');
  });
});

describe('correctWord', () => {
  const words = new Set(['Software', 'Entwicklung', 'Fehler', 'cart', 'card', 'carp']);
  const dictionary = { correct: (word: string) => words.has(word) };

  it('leaves a word alone that could stand for several', () => {
    expect(correctWord('carx', 'en', dictionary)).toBe('carx');
  });

  it('knows German compounds and corrects German nouns', () => {
    expect(correctWord('Softwareentwicklung', 'de', dictionary)).toBe('Softwareentwicklung');
    expect(correctWord('Fehlr', 'de', dictionary)).toBe('Fehler');
  });
});
