import { expect, it } from 'vitest';
import { formats } from '../../../src/formats/public.js';
import type { Edit } from '../../../src/model/index.js';

const { srt } = formats;

const fileOf = (
  cues: readonly (readonly [number: number, minute: number, text: string])[],
): string =>
  cues
    .map(
      ([number, minute, text]) =>
        `${number}\n00:0${minute}:01,000 --> 00:0${minute}:03,000\n${text}\n`,
    )
    .join('\n');

it('a new cue gets a free number where the source was numbered anew, in whatever order edits come', () => {
  const source = srt.parse(
    fileOf([
      [1, 0, 'One.'],
      [2, 1, 'New.'],
      [3, 2, 'Two.'],
      [4, 3, 'Newer.'],
      [5, 4, 'Three.'],
    ]),
    { role: 'source' },
  );
  const before = fileOf([
    [1, 0, 'Eins.'],
    [2, 2, 'Zwei.'],
    [3, 4, 'Drei.'],
  ]);
  const target = srt.parse(before, { role: 'target', source });
  const insert = (at: number, text: string): Edit => {
    const unit = source.units[at]!;
    const after = source.units[at - 1]!.key;
    return { op: 'insert', key: unit.key, text, after, from: { document: source, unit } };
  };
  const edits = [insert(1, 'Neu.'), insert(3, 'Neuer.')];
  const after = srt.edit(target, edits);
  expect(after).toBe(
    fileOf([
      [1, 0, 'Eins.'],
      [6, 1, 'Neu.'],
      [2, 2, 'Zwei.'],
      [4, 3, 'Neuer.'],
      [3, 4, 'Drei.'],
    ]),
  );
  expect(srt.edit(target, edits.toReversed())).toBe(after);
  const read = srt.parse(after, { role: 'target', source });
  expect(read.problems).toEqual([]);
  const removed = [1, 3].map((at): Edit => ({ op: 'remove', key: source.units[at]!.key }));
  expect(srt.edit(read, removed)).toBe(before);
});
