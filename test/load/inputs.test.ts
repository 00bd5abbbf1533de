import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { Inputs } from '../../src/engine/load/inputs.js';
import { isUnchanged } from '../../src/state/index.js';
import { quickHash } from '../../src/lock/index.js';
import { stampWritten } from '../../src/state/ledger/stamp.js';
import { temporaryFolder } from '../state/temporary.js';

interface Project {
  readonly inputs: Inputs;
  readonly root: string;
  readonly write: (path: string, text: string) => void;
}

/** A folder `l` with the file `en.json`, which was searched long after it was made. */
function project(): Project {
  const root = temporaryFolder();
  const write = (path: string, text: string): void => writeFileSync(join(root, path), text);
  mkdirSync(join(root, 'l'));
  write('l/en.json', '{}');
  const inputs = new Inputs(root);
  inputs.searched(['l'], Date.now() + 60_000);
  inputs.read('l/en.json');
  return { inputs, root, write };
}

/** Whether nothing that a run saw has changed since. */
function holds({ inputs }: Project): boolean {
  const stamps = inputs.settled();
  return stamps.length > 0 && [...stamps].every(isUnchanged);
}

describe('what a run saw holds', () => {
  type Change = (project: Project) => void;
  const wroteOver: Change = ({ inputs, root, write }) => {
    write('l/en.json', '{ }');
    inputs.written(stampWritten(join(root, 'l/en.json'), quickHash('{ }')));
  };
  const wroteNew: Change = ({ inputs, root, write }) => {
    write('l/de.json', '{}');
    inputs.written(stampWritten(join(root, 'l/de.json'), quickHash('{}')));
  };

  test.each<[string, boolean, Change]>([
    ['where nothing changed', true, () => undefined],
    ['where the run itself replaced a file', true, wroteOver],
    ['where the run itself made a file', true, wroteNew],
    ['not where a file changed', false, ({ write }) => write('l/en.json', '{ "a": 1 }')],
    ['not where a file came', false, ({ write }) => write('l/fr.json', '{}')],
    ['not where a file went', false, ({ root }) => rmSync(join(root, 'l/en.json'))],
    [
      'not where somebody else made a file beside the run’s own',
      false,
      (one) => {
        wroteNew(one);
        one.write('l/fr.json', '{}');
      },
    ],
    [
      'not where somebody else changed what the run wrote',
      false,
      (one) => {
        wroteOver(one);
        one.write('l/en.json', '{"b":2}');
      },
    ],
  ])('%s', (_, expected, change) => {
    const one = project();
    change(one);
    expect(holds(one)).toBe(expected);
  });

  test('not where a folder changed about when it was searched', () => {
    const one = project();
    one.inputs.searched(['l'], 0);
    expect(one.inputs.isDoubtful).toBe(true);
    expect(one.inputs.settled().length).toBe(0);
  });

  test('with a folder that the run made for its file', () => {
    const one = project();
    one.inputs.searched([''], Date.now() + 60_000);
    mkdirSync(join(one.root, 'l/de'));
    one.write('l/de/app.json', '{}');
    one.inputs.written(stampWritten(join(one.root, 'l/de/app.json'), quickHash('{}')));
    expect(holds(one)).toBe(true);
  });
});

describe('a file', () => {
  test('is read with its stamp, whether it is there or not', () => {
    const { inputs } = project();
    expect(inputs.read('l/en.json')?.toString()).toBe('{}');
    expect(inputs.read('l/de.json')).toBeUndefined();
    expect(inputs.stampOf('l/en.json')).toMatchObject({ kind: 'file', size: 2 });
    expect(inputs.stampOf('l/de.json')).toMatchObject({ kind: 'absent' });
    expect(inputs.stampOf('l/fr.json')).toBeUndefined();
  });

  test('is the same by its absolute path', () => {
    const { inputs, root } = project();
    expect(inputs.stampOf(join(root, 'l/en.json'))).toBe(inputs.stampOf('l/en.json'));
  });

  test('that is remembered keeps its stamp when it is read, so that a change shows', () => {
    const one = project();
    const stamp = one.inputs.stampOf('l/en.json')!;
    const later = new Inputs(one.root);
    later.remembered(stamp);
    one.write('l/en.json', '{ "a": 1 }');
    expect(later.reread('l/en.json')?.toString()).toBe('{ "a": 1 }');
    expect(later.stampOf('l/en.json')).toBe(stamp);
    expect([...later.settled()].every(isUnchanged)).toBe(false);
  });
});
