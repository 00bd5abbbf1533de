import { appendFileSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it, test } from 'vitest';
import { memoryKey } from '../../src/lock/hash.js';
import { Journal } from '../../src/state/memory/memory.js';
import { readLines } from '../../src/state/memory/journal-file.js';
import {
  formatBatch,
  HEADER,
  statedVersion,
  textOf,
  visitRecords,
} from '../../src/state/memory/record.js';
import { temporaryFolder } from './temporary.js';

const key = (name: string): string => memoryKey([name]);
const latin1 = (text: string): string => Buffer.from(text).toString('latin1');
const sound = latin1(formatBatch([[key('a'), 'Größe']]).trim());

describe('records', () => {
  test.each([
    ['a sound line', sound, 'Größe'],
    ['another character', sound.replace('Gr', 'gr'), undefined],
    ['another key', sound.replace(key('a'), key('b')), undefined],
    ['another check', sound.replace(/ .{8} /, ' AAAAAAAA '), undefined],
    ['a line that was cut off', sound.slice(0, -3), undefined],
    ['a line that goes on', `${sound}"`, undefined],
    ['bytes that are no UTF-8', sound.replace('\u00c3', '\u00ff'), undefined],
  ])('%s', (_, line, text) => {
    expect(textOf(line)).toBe(text);
  });

  test.each([
    ['nothing', '', [], 0],
    ['a header', `${HEADER}\n`, [], 0],
    ['empty lines', '\n\n', [], 0],
    ['two records', `${sound}\n\n${sound}\n`, [key('a'), key('a')], 0],
    ['damage between', `${sound}\nrubbish\n${sound}\n`, [key('a'), key('a')], 1],
    ['a line that was torn', `${sound.slice(0, 30)}\n${sound}\n`, [key('a')], 1],
    ['lines that run together', `${sound.slice(0, 10)}${sound}\n`, [], 1],
  ])('%s', (_, lines, keys, damaged) => {
    const visited: string[] = [];
    expect(visitRecords(lines, (found) => visited.push(found))).toBe(damaged);
    expect(visited).toEqual(keys.map((key) => key.slice(0, 21)));
  });

  test.each([
    [`${HEADER}\n`, 'v1'],
    ['locale-sync memory v27\nx', 'v27'],
    ['locale-sync memory v1', undefined],
    ['locale-sync memory\n', undefined],
    ['', undefined],
  ])('%j states %s', (start, version) => {
    expect(statedVersion(start)).toBe(version);
  });
});

describe('readLines', () => {
  test.each([
    ['nothing', '', 0, [], 0],
    ['whole lines', 'a\nb\n', 0, ['a\nb\n'], 4],
    ['a line that is still written', 'a\nb', 0, ['a\n'], 2],
    ['one line that is still written', 'a', 0, [], 0],
    ['what follows an offset', 'a\nb\n', 2, ['b\n'], 4],
  ])('%s', (_, content, from, chunks, end) => {
    const path = join(temporaryFolder(), 'x.log');
    writeFileSync(path, content);
    const visited: string[] = [];
    expect(readLines(path, from, (lines) => visited.push(lines))).toBe(end);
    expect(visited).toEqual(chunks);
  });

  it('gives lines of any length whole', () => {
    const path = join(temporaryFolder(), 'x.log');
    const lines = Array.from({ length: 40 }, (_, i) => `${String(i).repeat(i * 499)}\n`);
    writeFileSync(path, [...lines, 'x'.repeat(300_000), '\n', 'end'].join(''));
    let read = '';
    readLines(path, 0, (chunk) => {
      expect(chunk.endsWith('\n')).toBe(true);
      read += chunk;
    });
    expect(read).toBe(`${lines.join('')}${'x'.repeat(300_000)}\n`);
  });
});

describe('a journal', () => {
  const journalOf = (names: readonly string[]): Journal => {
    const journal = new Journal(join(temporaryFolder(), 'de.log'));
    for (const name of names) journal.append(formatBatch([[key(name), name]]));
    return journal;
  };
  const recall = (journal: Journal, ...names: string[]): readonly string[] => {
    const keys = new Set(names.map(key));
    journal.read(keys);
    return [...journal.textsOf(keys).values()];
  };
  /**
   * Changes a text in the file without changing the file's size: only who reads it again sees that.
   */
  const spoil = ({ path }: Journal, text: string): void => {
    writeFileSync(path, readFileSync(path, 'utf8').replace(`"${text}"`, '"?"'));
  };

  it('does not read again what it has read', () => {
    const journal = journalOf(['a', 'b']);
    expect(recall(journal, 'a', 'c')).toEqual(['a']);
    spoil(journal, 'a');
    expect(recall(journal, 'a', 'c')).toEqual(['a']);
    journal.append(formatBatch([[key('c'), 'c']]));
    expect(recall(journal, 'a', 'c')).toEqual(['a', 'c']);
    expect(journal.damaged).toBe(0);
  });

  it('reads the whole file for a key that is new', () => {
    const journal = journalOf(['a', 'b']);
    expect(recall(journal, 'a')).toEqual(['a']);
    spoil(journal, 'a');
    expect(recall(journal, 'b')).toEqual(['b']);
    expect(recall(journal, 'a')).toEqual([]);
    expect(journal.damaged).toBe(1);
  });

  it('reads a file anew that another one replaced', () => {
    const journal = journalOf(['a', 'b']);
    expect(recall(journal, 'a', 'b')).toEqual(['a', 'b']);
    writeFileSync(journal.path, `${HEADER}\n${formatBatch([[key('b'), 'B']])}`);
    expect(recall(journal, 'a', 'b')).toEqual(['B']);
  });

  it('waits for the end of a line that another process is writing', () => {
    const journal = journalOf(['a']);
    const [start, end] = [formatBatch([[key('b'), 'b']]).slice(0, 40), '"\n'];
    appendFileSync(journal.path, start.slice(0, -1));
    expect(recall(journal, 'a', 'b')).toEqual(['a']);
    appendFileSync(journal.path, `${start.slice(-1)}${end}`.slice(-end.length));
    expect(journal.damaged).toBe(0);
  });
});
