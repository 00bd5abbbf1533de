import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Session } from '../../src/engine/session/index.js';
import type { SessionOptions } from '../../src/engine/session/index.js';
import type { Translator } from '../../src/model/index.js';
import { temporaryFolder } from '../state/temporary.js';
import { compareTexts } from '../support/comparison.js';

interface Opened {
  readonly session: Session;
  /** `open` and `close`, as they came. */
  readonly calls: readonly string[];
}

async function open(options: Partial<SessionOptions> = {}): Promise<Opened> {
  const calls: string[] = [];
  const translator = {
    close: () => Promise.resolve(void calls.push('close')),
  } as unknown as Translator;
  const { config } = await compareTexts({ source: {}, root: temporaryFolder() });
  const session = new Session(config, {
    openTranslator: () => {
      calls.push('open');
      return Promise.resolve(translator);
    },
    explain: ({ code, message }) => ({ code, message }),
    ...options,
  });
  return { session, calls };
}

describe('the service', () => {
  test('is opened when a run asks for it, and once', async () => {
    const { session, calls } = await open();
    const run = session.run();
    expect(calls).toEqual([]);
    expect(await run.open()).toBe(await run.open());
    expect(calls).toEqual(['open']);
  });

  test.each([
    ['is closed after each run', false, false, ['open', 'close', 'open']],
    ['stays open where the session stays warm', true, false, ['open']],
    ['is opened anew where the run asks for that', true, true, ['open', 'close', 'open']],
  ])('%s', async (_, warm, fresh, expected) => {
    const { session, calls } = await open({ warm });
    await session.run().open();
    await session.endRun({ fresh });
    await session.run().open();
    expect(calls).toEqual(expected);
  });

  test('that nobody opened is not closed, and none is closed twice', async () => {
    const { session, calls } = await open({ warm: true });
    await session.close();
    expect(calls).toEqual([]);
    await session.run().open();
    await session.close();
    await session.close();
    expect(calls).toEqual(['open', 'close']);
  });

  test('that could not be opened is asked for again, and no error of closing', async () => {
    let tries = 0;
    const openTranslator = (): Promise<Translator> => {
      tries += 1;
      return Promise.reject(new Error('no key'));
    };
    const { session } = await open({ warm: true, openTranslator });
    await expect(session.run().open()).rejects.toThrow('no key');
    await session.endRun({ fresh: true });
    await expect(session.run().open()).rejects.toThrow('no key');
    expect(tries).toBe(2);
  });
});

describe('between two runs', () => {
  test.each([
    ['a warm session keeps memory and parsed files', true, false, true],
    ['a session that is not warm keeps nothing', false, false, false],
  ])('%s', async (_, warm, fresh, isKept) => {
    const { session } = await open({ warm });
    const first = session.run();
    await session.endRun({ fresh });
    const second = session.run();
    expect(second.memory === first.memory).toBe(isKept);
    expect(second.parsed !== undefined && second.parsed === first.parsed).toBe(isKept);
  });

  test('a warm session that begins with a new service reads the memory again, not the files', async () => {
    const { session } = await open({ warm: true });
    const first = session.run();
    await session.endRun({ fresh: true });
    const second = session.run();
    expect(second.memory).not.toBe(first.memory);
    expect(second.parsed).toBe(first.parsed);
  });

  test('files are parsed anew in every run that is not warm', async () => {
    expect((await open()).session.run().parsed).toBeUndefined();
  });
});

test('a run has the local state of its repository, and goes on where no host gives a signal', async () => {
  const { session } = await open();
  const { config, state, signal, onEvent } = session.run();
  expect(state).toBe(join(config.root, '.locale-sync'));
  expect(signal.aborted).toBe(false);
  expect(() => onEvent({ type: 'read', files: 1 })).not.toThrow();
});

test('a run is ended by the signal of its host', async () => {
  const abort = new AbortController();
  const { signal } = (await open({ signal: abort.signal })).session.run();
  abort.abort();
  expect(signal.aborted).toBe(true);
});
