import { describe, expect, onTestFinished, test } from 'vitest';
import { packAll } from '../../src/engine/segments/batches.js';
import { segmentsOf } from '../../src/engine/segments/segments.js';
import type {
  Answer,
  Batch,
  DecidedRow,
  FileComparison,
  Segment,
} from '../../src/engine/units/row.js';
import { fixedConcurrency } from '../../src/engine/translate/concurrency.js';
import type { SendResult } from '../../src/engine/translate/queue.js';
import { Translation } from '../../src/engine/translate/translate.js';
import { setFaults } from '../support/scenario.js';
import { json, scripted } from '../client/support/server.js';
import type { Step } from '../client/support/server.js';
import { optionsOf, rowOf, tableOf } from '../segments/support.js';
import { stage, translatorOn } from './support.js';
import type { Stage, StageOptions } from './support.js';

interface Run extends Stage {
  readonly translation: Translation;
  /** Source texts as they were settled. */
  readonly settled: string[];
  /** Asks for texts in a language; some are answered already. */
  readonly ask: (
    texts: readonly string[],
    target?: string,
    known?: Readonly<Record<string, Answer>>,
  ) => Promise<readonly DecidedRow[]>;
  /** The same for a piece of files that others follow; resolves when it is answered. */
  readonly askFirst: (texts: readonly string[]) => Promise<readonly DecidedRow[]>;
  readonly finish: () => Promise<SendResult>;
}

async function run(options: StageOptions = {}): Promise<Run> {
  const stand = await stage(options);
  const table = tableOf();
  const settled: string[] = [];
  const onSettled = ({ source }: DecidedRow): void => {
    settled.push(source.expected.text);
  };
  const context = { ...stand.context, ...options.context, segments: table, onSettled };
  const translation = new Translation(context);
  /** Texts that wait for the next piece. */
  let held: readonly Segment[] = [];
  const begin = async (
    [texts, target = 'DE', known = {}]: Parameters<Run['ask']>,
    isLast: boolean,
  ): Promise<readonly DecidedRow[]> => {
    const rows = texts.map((text) => rowOf(text, { request: { target } }));
    for (const row of rows) row.decision.attempt = table.attempt(row, 'element');
    const wanted = rows.flatMap(({ decision }) => segmentsOf(decision.attempt!));
    const segments = new Set([...held, ...wanted]);
    const answers = new Map<Segment, Answer>();
    for (const segment of segments) {
      const answer = known[segment.text];
      if (answer !== undefined) answers.set(segment, answer);
    }
    const open = [...segments].filter((segment) => !answers.has(segment));
    const files = [{ rows } as unknown as FileComparison];
    await translation.begin({ files, batches: packed(open), answers }, { isLast });
    return rows;
  };
  const ask: Run['ask'] = (...asked) => begin(asked, true);
  const askFirst: Run['askFirst'] = async (texts) => {
    const rows = await begin([texts], false);
    await translation.answered();
    held = translation.unanswered;
    translation.forget();
    return rows;
  };
  const packed = (segments: readonly Segment[]): readonly Batch[] =>
    packAll(segments, ({ options }) => ({ overhead: context.translator.overhead(options) }))
      .batches;
  const finish = (): Promise<SendResult> => translation.finish();
  return { ...stand, translation, settled, ask, askFirst, finish };
}

/** `source → text` or `source: code`. */
function shown(rows: readonly DecidedRow[]): readonly string[] {
  return rows.map(({ source, outcome }) => {
    const { text } = source.expected;
    if (outcome === undefined) return `${text} …`;
    const done = outcome.state === 'translated';
    return done ? `${text} → ${outcome.text}` : `${text}: ${outcome.failure.code}`;
  });
}

/** A service of the test's own, that says for each text what it makes of it. */
async function saying(say: (text: string) => string): Promise<{
  readonly context: NonNullable<StageOptions['context']>;
  /** The texts of each request. */
  readonly asked: (readonly string[])[];
}> {
  const asked: (readonly string[])[] = [];
  const step: Step = (response, request) => {
    const { text } = JSON.parse(request.body.toString()) as { text: readonly string[] };
    asked.push(text);
    const answers = text.map((one) => ({ detected_source_language: 'EN', text: say(one) }));
    json({ translations: answers })(response, request);
  };
  const server = await scripted(step);
  onTestFinished(() => server[Symbol.asyncDispose]());
  return { context: { translator: translatorOn(server.url) }, asked };
}

describe('a translation', () => {
  test('gives every row its outcome', async () => {
    const going = await run();
    const rows = await going.ask(['Save', 'Hi {name}', '– 3']);
    const result = await going.finish();
    expect(result).toMatchObject({ requests: 2, texts: 2, fatal: undefined });
    expect(shown(rows)).toEqual([
      expect.stringMatching(/^Save → \[de .+\]$/),
      expect.stringMatching(/^Hi \{name\} → \[de .*\{name\}/),
      '– 3 → – 3',
    ]);
    expect(rows[0]?.outcome).toMatchObject({ origin: optionsOf().origin });
    expect(rows.map(({ decision }) => decision.attempt)).toEqual([undefined, undefined, undefined]);
    expect([...going.settled].sort()).toEqual(['Hi {name}', 'Save', '– 3']);
  });

  test('sends a text once, however many rows need it', async () => {
    const going = await run();
    const rows = await going.ask(['Save', ' Save', 'Save ', 'Open']);
    await going.finish();
    expect(going.service.counters()).toMatchObject({ requests: 1, texts: 2, repeats: 0 });
    expect(shown(rows)[1]).toMatch(/^ Save → {2}\[de /);
  });

  test('keeps a request that is not full for the texts of the next piece', async () => {
    const going = await run();
    const texts = Array.from({ length: 120 }, (_, at) => `Text ${at}`);
    const first = await going.askFirst(texts);
    expect(going.settled).toEqual(texts.slice(0, 100));
    expect(going.translation.unanswered.map(({ text }) => text)).toEqual(texts.slice(100));
    // One of them is a text that waits.
    const next = await going.ask([...texts.slice(110), 'Other']);
    expect(await going.finish()).toMatchObject({ requests: 3, texts: 121 });
    const all = [...first, ...next];
    expect(all.filter(({ outcome }) => outcome !== undefined)).toHaveLength(all.length);
  });

  test('sends what is left of the last piece, although nothing fills its request', async () => {
    const going = await run();
    await going.askFirst(['Save', 'Open']);
    expect(going.settled).toEqual([]);
    expect(await going.finish()).toMatchObject({ requests: 1, texts: 2 });
    expect(going.settled).toEqual(['Save', 'Open']);
  });

  test('settles one language while another is planned', async () => {
    const going = await run();
    const german = await going.ask(['Save']);
    await expect.poll(() => going.settled).toEqual(['Save']);
    const french = await going.ask(['Open'], 'FR');
    await going.finish();
    expect(shown([...german, ...french])).toEqual([
      expect.stringMatching(/^Save → \[de /),
      expect.stringMatching(/^Open → \[fr /),
    ]);
  });

  test('takes what is known already, and sends the rest', async () => {
    const going = await run();
    const failure = { code: 'text-too-large', message: 'too large' } as const;
    const known = { Save: { text: 'Sichern' }, Open: { failure } };
    const rows = await going.ask(['Save', 'Open', 'Close'], 'DE', known);
    expect(going.settled.slice(0, 2)).toEqual(['Save', 'Open']);
    await going.finish();
    expect(going.service.counters().texts).toBe(1);
    expect(shown(rows).slice(0, 2)).toEqual(['Save → Sichern', 'Open: text-too-large']);
  });

  test('with nothing to send asks for nothing', async () => {
    const going = await run();
    expect(await going.finish()).toMatchObject({ requests: 0, texts: 0, fatal: undefined });
    expect(going.service.counters().requests).toBe(0);
  });
});

describe('answers that do not hold', () => {
  test('are asked for in the next form, with those of others in full requests', async () => {
    const lost = await saying((text) => (text.includes('<') ? 'lost' : `ok ${text}`));
    const going = await run({ context: lost.context });
    const german = await going.ask(['Hi {name}', 'Save', 'Bye {name}']);
    await going.finish();
    expect(shown(german)).toEqual([
      'Hi {name} → ok Hi {name}',
      'Save → ok Save',
      'Bye {name} → ok Bye {name}',
    ]);
    expect(lost.asked).toHaveLength(4);
    expect(lost.asked.slice(2)).toEqual([
      ['Hi <x id="0">{name}</x>', 'Bye <x id="0">{name}</x>'],
      ['Hi', 'Bye'],
    ]);
  });

  test('need no request for a part that was answered before', async () => {
    const lost = await saying((text) => (text.includes('<') ? 'lost' : `ok ${text}`));
    const going = await run({ context: lost.context });
    const rows = await going.ask(['Hi', 'Hi {name}']);
    await going.finish();
    expect(lost.asked.flat().filter((text) => text === 'Hi')).toEqual(['Hi']);
    expect(shown(rows)).toEqual(['Hi → ok Hi', 'Hi {name} → ok Hi {name}']);
  });

  test('fail after the last form, with what was wrong', async () => {
    const lost = await saying(() => 'lost {other}');
    const going = await run({ context: lost.context });
    const rows = await going.ask(['Hi {name}', 'Bye {name}']);
    await going.finish();
    expect(shown(rows)).toEqual([
      'Hi {name}: placeholder-mismatch',
      'Bye {name}: placeholder-mismatch',
    ]);
    expect(lost.asked).toHaveLength(3);
    expect(going.settled).toHaveLength(2);
  });

  test('a text that does not fit a request goes out cut', async () => {
    const going = await run();
    const long = `${'word '.repeat(20_000)}{name}${' more'.repeat(10_000)}`;
    const failure = { code: 'text-too-large', message: 'too large' } as const;
    const tagged = segmentsOf(tableOf().attempt(rowOf(long), 'element'))[0]!.text;
    const rows = await going.ask([long], 'DE', { [tagged]: { failure } });
    await going.finish();
    expect(rows[0]?.outcome).toMatchObject({ state: 'translated' });
    expect(going.service.counters()).toMatchObject({ repeats: 0, refused: 0 });
  });
});

describe('a run that ends early', () => {
  test('fails what it has not asked for, and keeps what was answered', async () => {
    const going = await run({ context: { concurrency: fixedConcurrency(1) } });
    const german = await going.ask(['Save']);
    await expect.poll(() => going.settled).toEqual(['Save']);
    await setFaults(going.service.url, [{ fault: 'status', status: 456 }]);
    const french = await going.ask(['Open', 'Close'], 'FR');
    const result = await going.finish();
    expect(result).toMatchObject({ requests: 2, texts: 1, fatal: { code: 'quota' } });
    expect(shown([...german, ...french])).toEqual([
      expect.stringMatching(/^Save → \[de /),
      'Open: service-failed',
      'Close: service-failed',
    ]);
    expect(french[0]?.outcome).toMatchObject({
      failure: { message: result.fatal?.message },
    });
  });

  test('says so where it was interrupted', async () => {
    const going = await run();
    going.abort.abort();
    const rows = await going.ask(['Save', '– 3']);
    await going.finish();
    expect(going.service.counters().requests).toBe(0);
    expect(shown(rows)).toEqual(['Save: service-failed', '– 3 → – 3']);
    expect(rows[0]?.outcome).toMatchObject({
      failure: { message: 'The run was interrupted before the answer arrived.' },
    });
  });

  test('sends no other form, and names what was wrong with the first', async () => {
    const going = await run({
      faults: [
        { fault: 'mangle', target: 'de' },
        { fault: 'status', status: 403, target: 'fr' },
      ],
    });
    const german = await going.ask(['Hi {name}']);
    await expect.poll(() => going.kept.length).toBe(1);
    const french = await going.ask(['Open'], 'FR');
    await going.finish();
    expect(shown([...german, ...french])).toEqual([
      expect.stringMatching(/^Hi \{name\}: (?:markup|placeholder)-mismatch$/),
      'Open: service-failed',
    ]);
    expect(going.service.counters().requests).toBe(2);
  });
});
