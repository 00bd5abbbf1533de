import { describe, expect, it } from 'vitest';
import { srt } from '../../../src/formats/srt/index.js';
import type { Document, Edit } from '../../../src/model/index.js';

type Cue = readonly [begin: number, end: number, text: string];

const time = (ms: number): string =>
  new Date(Math.round(ms)).toISOString().slice(11, 23).replace('.', ',');

const fileOf = (cues: readonly Cue[]): string =>
  cues.map(([a, b, text], i) => `${i + 1}\n${time(a)} --> ${time(b)}\n${text}\n`).join('\n');

/** Cues without a rhythm. */
const FILM = Array.from({ length: 12 }, (_, i): Cue => {
  const begin = 1000 + i * 3700 + ((i * i * 731) % 900);
  return [begin, begin + 1500 + ((i * 577) % 1100), `Sentence ${i}.`];
});
const OTHER = Array.from({ length: 12 }, (_, i): Cue => {
  const begin = 500 + i * 2900 + ((i * i * 389) % 1700);
  return [begin, begin + 700 + ((i * 911) % 1500), `Other ${i}.`];
});

const clock =
  (scale: number, offset: number) =>
  (cues: readonly Cue[]): readonly Cue[] =>
    cues.map(([begin, end, text]) => [begin * scale + offset, end * scale + offset, text]);

const source = srt.parse(fileOf(FILM));
const asTarget = (cues: readonly Cue[]): Document =>
  srt.parse(fileOf(cues), { role: 'target', source });
const keys = ({ units }: Document): string[] => units.map(({ key }) => key.join());
const english = keys(source);

describe('a target with times of its own has the units of its source', () => {
  it.each([
    ['later', clock(1, 3500)],
    ['earlier', clock(1, -900)],
    ['an hour later', clock(1, 3_600_000)],
    ['23.976 as 25', clock(23.976 / 25, 0)],
    ['25 as 24, later', clock(25 / 24, 1200)],
    ['another scale', clock(1.0123, 400)],
    [
      'by hand',
      (cues) => cues.map(([a, b, text], i) => [a + (i % 3) * 60, b - (i % 2) * 90, text]),
    ],
    ['cut in the middle', (cues) => [...cues.slice(0, 6), ...clock(1, 30_000)(cues.slice(6))]],
  ] satisfies readonly (readonly [string, (cues: readonly Cue[]) => readonly Cue[]])[])(
    '%s',
    (_, change) => {
      const target = asTarget(change(FILM));
      expect(keys(target)).toEqual(english);
      expect(target.units.map(({ text }) => text)).toEqual(FILM.map(([, , text]) => text));
      expect(target.units.filter(({ incomplete, standsFor }) => incomplete ?? standsFor)).toEqual(
        [],
      );
    },
  );

  it('one whose cue is split is whole', () => {
    const [first, second, ...rest] = FILM as [Cue, Cue, ...Cue[]];
    const middle = (second[0] + second[1]) / 2;
    const parts: Cue[] = [
      [second[0], middle, 'Zwei,'],
      [middle, second[1], 'und weiter.'],
    ];
    const target = asTarget(clock(1, 2000)([first, ...parts, ...rest]));
    expect(keys(target)).toEqual(english);
    expect(target.units[1]?.text).toBe('Zwei, und weiter.');
  });

  it('one that takes in the time of the next serves both', () => {
    const [first, second, ...rest] = FILM as [Cue, Cue, ...Cue[]];
    const target = asTarget([[first[0], second[1], 'Eins und zwei.'], ...rest]);
    expect(keys(target)).toEqual(english.filter((_, i) => i !== 1));
    expect(target.pieces?.shows(source.units[1]!.key)).toBe(true);
    expect(target.pieces?.shows(source.units[2]!.key)).toBe(false);
  });

  it('what a machine wrote for one unit serves no other', () => {
    const [first, second, ...rest] = FILM as [Cue, Cue, ...Cue[]];
    const text = fileOf([[first[0], second[1], 'Eins.'], ...rest]);
    const target = srt.parse(text, { role: 'target', source, recall: () => 'machine' });
    expect(target.pieces?.shows(source.units[1]!.key)).toBe(false);
  });
});

describe('edits of a target with a clock of its own', () => {
  const cues = clock(24 / 25, 2000)(FILM);
  const target = asTarget(cues);

  it('set a text in its own cues', () => {
    const edit: Edit = {
      ...{ op: 'set', key: source.units[3]!.key, text: 'Drei.' },
      from: { document: source, unit: source.units[3]! },
    };
    const after = cues.map(([a, b, text], i): Cue => [a, b, i === 3 ? 'Drei.' : text]);
    expect(srt.edit(target, [edit])).toBe(fileOf(after));
  });

  it('insert cues at times of that clock', () => {
    const shorter = asTarget(cues.filter((_, i) => i !== 4));
    const [before, unit] = [source.units[3]!, source.units[4]!];
    const from = { document: source, unit };
    const edit: Edit = { op: 'insert', key: unit.key, text: FILM[4]![2], after: before.key, from };
    const times = (text: string): string[] => text.split('\n').filter((line) => /-->/.test(line));
    const drift = times(srt.edit(shorter, [edit])).map((line, i) => {
      const begin = Date.parse(`1970-01-01T${line.slice(0, 12).replace(',', '.')}Z`);
      return Math.abs(begin - (cues[i]?.[0] ?? 0));
    });
    expect(Math.max(...drift)).toBeLessThan(5);
  });
});

describe('another film', () => {
  it('is not taken for this one', () => {
    expect(
      asTarget(OTHER).units.filter(
        ({ standsFor, key }) => !standsFor && english.includes(key.join()),
      ),
    ).toEqual([]);
  });

  it('is refused where nothing is remembered of it', () => {
    const parse = (known: 'machine' | undefined) => () =>
      srt.parse(fileOf(OTHER), { role: 'target', source, recall: () => known });
    expect(parse(undefined)).toThrow(/different times/);
    expect(parse('machine')).not.toThrow();
  });
});
