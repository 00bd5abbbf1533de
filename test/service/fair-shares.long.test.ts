import { setImmediate as nextTurn } from 'node:timers/promises';
import { describe, expect, it } from 'vitest';
import { FairQueue } from '../../src/service/backends/fair-queue.js';
import { pseudo } from '../../src/service/backends/pseudo.js';
import { segmentMarkup } from '../../src/service/translate/markup.js';
import { translateTexts } from '../../src/service/translate/pipeline.js';
import { translated } from './documents-support.js';
import { start, textsOf, translate } from './support.js';

describe('places that callers share', () => {
  it('go round: who has little waits for a piece of who has much, not for all of it', async () => {
    const queue = new FairQueue(1);
    const done: string[] = [];
    const work = (name: string) => async (index: number) => {
      await nextTurn();
      done.push(`${name}${index}`);
    };
    await Promise.all([queue.run(4, work('a')), queue.run(2, work('b')), queue.run(1, work('c'))]);
    expect(done).toEqual(['a0', 'a1', 'b0', 'c0', 'a2', 'b1', 'a3']);
  });

  it('are free again after a failure, which ends the rest of its caller only', async () => {
    const queue = new FairQueue(2);
    let begun = 0;
    const failing = queue.run(1000, async () => {
      begun += 1;
      await nextTurn();
      throw new Error('lost');
    });
    const other = queue.run(3, () => nextTurn(undefined));
    await expect(failing).rejects.toThrow('lost');
    await other;
    expect(begun).toBeLessThan(3);
  });

  it('are not taken for a caller that went away', async () => {
    const queue = new FairQueue(1);
    const controller = new AbortController();
    let begun = 0;
    const work = queue.run(
      1000,
      async () => {
        begun += 1;
        await nextTurn();
        controller.abort();
      },
      controller.signal,
    );
    await expect(work).rejects.toThrow('abort');
    expect(begun).toBe(1);
  });

  it('may be asked for by thousands at the same cost each', async () => {
    const queue = new FairQueue(32);
    let done = 0;
    const work = () => {
      done += 1;
      return Promise.resolve();
    };
    await Promise.all(Array.from({ length: 2000 }, () => queue.run(100, work)));
    expect(done).toBe(200_000);
  });
});

const options = {
  format: 'html',
  ignoreTags: [],
  splittingTags: [],
  nonSplittingTags: [],
  outlineDetection: false,
} as const;

describe('long markup', () => {
  const deep = `${'<div>'.repeat(50_000)}Hello${'</div>'.repeat(50_000)}`;

  it.each([
    ['many paragraphs', '<p>The <b>red</b> house.</p>\n'.repeat(20_000)],
    ['deep nesting', deep],
    ['a deep element that is not translated', `<div translate="no">${deep}</div>`],
  ])('is cut while others have their turn after each text: %s', async (_, text) => {
    let turns = 0;
    const timer = setInterval(() => (turns += 1), 1);
    const request = { source: 'en', target: 'de', markup: true };
    const job = { texts: [text, text], request, markup: options };
    const [first, second] = await translateTexts(job, pseudo);
    clearInterval(timer);
    expect(turns).toBeGreaterThan(0);
    expect(first).toBe(second);
    expect(
      segmentMarkup(text, options)
        .flat()
        .map(({ value }) => value)
        .join(''),
    ).toBe(text);
  });

  it('of a document holds up nobody, whatever the engine', async () => {
    const service = await start({ engine: 'auto' });
    const content = Buffer.from('<p>This is the <b>red</b> house.</p>\n'.repeat(1000));
    let isDone = false as boolean;
    const fields = { source_lang: 'en', target_lang: 'es' };
    const work = translated(service, { name: 'a.html', content }, fields).finally(() => {
      isDone = true;
    });
    let answered = 0;
    while (!isDone) {
      const body = { text: ['The house is red.'], source_lang: 'en', target_lang: 'es' };
      expect(textsOf(await translate(service, body))).toHaveLength(1);
      answered += 1;
    }
    expect(String(Buffer.from(await work)).match(/<p>/g)).toHaveLength(1000);
    expect(answered).toBeGreaterThan(2);
  });

  it('of thousands of tags in one paragraph comes back with each in its place', async () => {
    const service = await start({ engine: 'auto' });
    const body = {
      text: ['The <i>red</i> house is <b>here. '.repeat(1000) + '</b>'.repeat(1000)],
      source_lang: 'en',
      target_lang: 'es',
      tag_handling: 'html',
    };
    const tags = (text: string | undefined) => text?.match(/<[^>]+>/g) ?? [];
    const [answer] = textsOf(await translate(service, body));
    expect(tags(answer)).toEqual(tags(body.text[0]));
    expect(answer).not.toContain('The ');
  });

  it('waits with a thousand requests at once, all of which are answered', async () => {
    const service = await start({ engine: 'auto' });
    const body = { text: ['The house is red.'], source_lang: 'en', target_lang: 'es' };
    const answers = await Promise.all(Array.from({ length: 1000 }, () => translate(service, body)));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]));
  });
});
