import { describe, expect, test } from 'vitest';
import type { SegmentTable } from '../../src/engine/segments/segments.js';
import type { DecidedRow, Failure } from '../../src/engine/units/row.js';
import { WaitingChanges } from '../../src/engine/translate/waiting.js';
import { rowOf, tableOf } from '../segments/support.js';

interface Stage {
  readonly waiting: WaitingChanges;
  readonly table: SegmentTable;
  /** `source → text` or `source: code` of what is settled, in order. */
  readonly settled: string[];
  readonly add: (text: string) => DecidedRow;
  /** Answers what is waited for. */
  readonly answer: (say: (text: string) => string | Failure | undefined) => void;
  readonly open: () => readonly string[];
}

function stage(): Stage {
  const table = tableOf();
  const settled: string[] = [];
  const waiting = new WaitingChanges({
    segments: table,
    onSettled: ({ source: { expected } }, outcome) => {
      const source = expected.text;
      const done = outcome.state === 'translated';
      settled.push(done ? `${source} → ${outcome.text}` : `${source}: ${outcome.failure.code}`);
    },
  });
  return {
    waiting,
    table,
    settled,
    add: (text) => {
      const row = rowOf(text);
      waiting.add(row, table.attempt(row, 'element'));
      return row;
    },
    answer: (say) => {
      for (const segment of waiting.unanswered) {
        const said = say(segment.text);
        if (said === undefined) continue;
        waiting.answer(segment, typeof said === 'string' ? { text: said } : { failure: said });
      }
    },
    open: () => waiting.unanswered.map(({ text }) => text),
  };
}

const REJECTED: Failure = { code: 'service-rejected', message: 'no' };

describe('rows that wait', () => {
  test('for the same text are settled together, and it is asked for once', () => {
    const { waiting, settled, add, answer, open } = stage();
    add('Save');
    add(' Save');
    add('Open');
    expect(open()).toEqual(['Save', 'Open']);
    answer((text) => (text === 'Save' ? 'Sichern' : undefined));
    expect(settled).toEqual(['Save → Sichern', ' Save →  Sichern']);
    expect(waiting.isEmpty).toBe(false);
    answer(() => 'Öffnen');
    expect(waiting.isEmpty).toBe(true);
  });

  test('for nothing, or for what is known already, are settled at once', () => {
    const { settled, add, answer, open } = stage();
    add('– 3');
    add('Save');
    add('Open');
    answer((text) => (text === 'Save' ? 'Sichern' : undefined));
    add('Save');
    expect(settled).toEqual(['– 3 → – 3', 'Save → Sichern', 'Save → Sichern']);
    expect(open()).toEqual(['Open']);
  });

  test('are asked for in the next form where an answer does not hold, until one does', () => {
    const { settled, add, answer, open } = stage();
    add('Hi {name}');
    expect(open()).toEqual(['Hi <x id="0"/>']);
    answer(() => 'lost');
    expect(open()).toEqual(['Hi <x id="0">{name}</x>']);
    answer(() => 'lost');
    expect(open()).toEqual(['Hi']);
    answer(() => 'Hallo');
    expect(settled).toEqual(['Hi {name} → Hallo {name}']);
  });

  test('need no second request for a part that is answered already', () => {
    const { settled, add, answer } = stage();
    add('Hi');
    add('Hi {name}');
    answer((text) => (text === 'Hi' ? 'Hallo' : 'lost'));
    answer(() => 'lost');
    expect(settled).toEqual(['Hi → Hallo', 'Hi {name} → Hallo {name}']);
  });

  test('fail once, for the first of their parts that failed, and the others are not asked for', () => {
    const { settled, add, answer, open } = stage();
    add('Open');
    add('Hi {name}, and you');
    answer((text) => (text === 'Open' ? undefined : 'lost'));
    answer((text) => (text === 'Open' ? undefined : 'lost'));
    expect(open()).toEqual(['Open', 'Hi', ', and you']);
    answer((text) => (text === 'Hi' ? REJECTED : undefined));
    expect(settled).toEqual(['Hi {name}, and you: service-rejected']);
    expect(open()).toEqual(['Open']);
    answer(() => REJECTED);
    expect(settled).toHaveLength(2);
  });

  test('fail for what was wrong with the last answer, or for the end of the run, when it ends', () => {
    const { waiting, settled, add, answer, open } = stage();
    add('Save');
    add('Hi {name}');
    answer((text) => (text === 'Save' ? undefined : 'lost'));
    waiting.giveUp({ code: 'service-failed', message: 'The run was interrupted.' });
    expect(settled).toEqual(['Save: service-failed', 'Hi {name}: placeholder-mismatch']);
    expect(waiting.isEmpty).toBe(true);
    expect(open()).toEqual([]);
  });
});
