import { describe, expect, it } from 'vitest';
import { vtt } from '../../../src/formats/vtt/index.js';

const FIRST = 'Chapter 1\n00:01.000 --> 00:02.000\nOne.\n\n';
const SECOND = 'Chapter 2\n00:03.000 --> 00:04.000\nTwo.\n';

/** The cue at 00:01.000 of a file that has it, put into another file as its first. */
function withFirst(text: string): string {
  const source = vtt.parse(`WEBVTT\n\n${FIRST}${SECOND}`);
  const [unit] = source.units;
  const from = { document: source, unit: unit! };
  const edit = { op: 'insert', key: unit!.key, text: 'One.', after: null, from } as const;
  return vtt.edit(vtt.parse(text), [edit]);
}

describe('lines directly above the first cue', () => {
  it.each([
    ['a comment', 'WEBVTT\n\n', `NOTE\nof ours\n${SECOND}`],
    ['its name', 'WEBVTT\n\n', SECOND],
    ['the header', 'WEBVTT\n', '00:03.000 --> 00:04.000\nTwo.\n'],
  ])('are below a new one, but for the header: %s', (_, head, cue) => {
    expect(withFirst(head + cue)).toBe(`WEBVTT\n\n${FIRST}${cue}`);
  });

  it.each([
    ['a comment', 'WEBVTT\n\nNOTE\nof ours\n'],
    ['the header', 'WEBVTT\n'],
  ])('are not those of the next where it goes: %s', (_, above) => {
    const document = vtt.parse(`${above}00:01.000 --> 00:02.000\nOne.\n\n${SECOND}`);
    const less = vtt.edit(document, [{ op: 'remove', key: ['00:01.000'] }]);
    expect(less).toBe(`${above}\n${SECOND}`);
  });

  it('and carriage returns are apart from the first cue of a file', () => {
    expect(withFirst('WEBVTT\n\nNOTE\nof ours\r')).toBe(
      `WEBVTT\n\nNOTE\nof ours\r\n\n${FIRST.trimEnd()}\n`,
    );
  });

  it('are no name if they have an arrow', () => {
    const text = `WEBVTT\n\n00:01.000 --> 00:02.000\ufeff\n${SECOND.slice(10)}`;
    expect(() => vtt.parse(text, { file: 'f' })).toThrow(
      'f:3:1: the times of this cue cannot be read',
    );
  });
});
