import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import type { RequestLog } from '../../src/service/index.js';
import { correctWord } from '../../src/service/tools/spelling.js';
import { createThread } from '../../src/service/tools/thread.js';
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

  it('fixes grammar where one answer alone can be meant, and leaves everything else', async () => {
    const { texts, entry } = await improve(
      '  🎉 He go to the the school,\r\n\tand i has a apple…  \n\n',
      'en-US',
    );
    expect(texts).toEqual(['  🎉 He goes to the school,\r\n\tand I have an apple…  \n\n']);
    expect(entry?.backend).toBe('spelling,harper');
  });

  it.each([
    '  Two  spaces,\ttabs \r\n\r\n and\u00a0more \u2028 at the end.  \n',
    'Well done 🎉👩‍👩‍👧! You’re all set — see “Settings” … 👍🏽',
    'Use a {{maxSize}} file and an %s of <b>an</b> {count} with the {{eventId}}.',
    'Unsupported file type. It may take a while, please be patient.',
    'The UNIX time, 64 GB of RAM, an iPhone, cURL and WhatsApp.',
    '- one\n- two\n\n\n3) three   four',
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

describe('the language of a text and target_lang (interface.md 4.6)', () => {
  it.each([
    ['en-US', 'No items found.'],
    ['en-US', 'Invalid card number'],
    ['en-US', 'Payment method declined'],
    ['fr', 'Mot de passe incorrect'],
  ])('a short text counts as %s: %j', async (target, text) => {
    const service = await start();
    const body = { text, target_lang: target };
    const answer = await call(service, 'POST /v2/write/rephrase', { body });
    expect(answer.status).toBe(200);
    expect(answer.json.improvements[0]).toMatchObject({
      detected_source_language: target.slice(0, 2).toUpperCase(),
    });
  });

  it('a text that certainly is in another language is 400', async () => {
    const service = await start();
    const body = { text: 'Das ist ein Satz, der nicht englisch ist.', target_lang: 'en-US' };
    const answer = await call(service, 'POST /v2/write/rephrase', { body });
    expect(answer.status).toBe(400);
    expect(answer.json.message).toContain("'de'");
  });
});

it('a dictionary that takes seconds to load is asked for German', async () => {
  const service = await start();
  const body = { text: 'Das ist ein Fehlr in der Softwareentwicklung.', target_lang: 'de' };
  const improved = await call(service, 'POST /v2/write/rephrase', { body });
  expect(improved.json.improvements[0]?.text).toBe(
    'Das ist ein Fehler in der Softwareentwicklung.',
  );
});

const countThread = () => import('./count-thread.ts?module');

describe('an engine in its thread', () => {
  it('keeps nobody else waiting while it answers', async () => {
    const [answers, mayGoOn] = [0, 1];
    const gate = new Int32Array(new SharedArrayBuffer(8));
    const answer = createThread('gate', countThread, 0).ask(gate);
    while (Atomics.load(gate, answers) === 0) await nextTurn();
    Atomics.store(gate, mayGoOn, 1);
    Atomics.notify(gate, mayGoOn);
    expect(await answer).toBe(1);
  });

  it('that cannot be loaded, or ends, answers nothing; another question starts it again', async () => {
    const broken = createThread('broken', countThread, undefined);
    expect(await broken.ask('x')).toBeUndefined();
    const mortal = createThread('mortal', countThread, 3);
    expect(await mortal.ask('')).toBe(4);
    expect(await mortal.ask('end')).toBeUndefined();
    expect(await mortal.ask('')).toBe(4);
  });

  it('makes room when too many are there, and starts again', async () => {
    const threads = Array.from({ length: 5 }, (_, index) =>
      createThread(`count ${index}`, countThread, 0),
    );
    for (const thread of threads) expect(await thread.ask('')).toBe(1);
    const [first, ...others] = threads;
    expect(await others.at(-1)?.ask('')).toBe(2);
    expect(await first?.ask('')).toBe(1);
  });
});

describe('correctWord', () => {
  const words = new Set(['Software', 'Entwicklung', 'Fehler', 'cart', 'card', 'carp']);
  const dictionary = {
    known: (asked: readonly string[]) =>
      Promise.resolve(new Set(asked.filter((word) => words.has(word)))),
  };

  it('leaves a word alone that could stand for several', async () => {
    expect(await correctWord('carx', 'en', dictionary)).toBe('carx');
  });

  it('knows German compounds and corrects German nouns', async () => {
    const compound = 'Softwareentwicklung';
    expect(await correctWord(compound, 'de', dictionary)).toBe(compound);
    expect(await correctWord('Fehlr', 'de', dictionary)).toBe('Fehler');
  });
});
