import { describe, expect, it } from 'vitest';
import { fastlane } from '../../../src/formats/fastlane/index.js';
import { describeLaws } from '../support/laws.js';
import { seeds } from './seeds.js';

describeLaws({
  codec: fastlane,
  files: [...seeds, '\ufeffOne\r\ntwo\r\n', ' a '].map((text, at) => ({ name: String(at), text })),
  read: (text) =>
    new Map([
      [
        'text',
        text
          .replace(/^\ufeff/, '')
          .replace(/\r\n?/g, '\n')
          .trim(),
      ],
    ]),
  seen: (text) => text.replace(/\r\n?/g, '\n').trim(),
  kept: (text) => text.replace(/\r\n?/g, '\n').trim(),
  texts: ['Words', 'a\n\nb\n', "'", 'key: value', '日本語'],
  runs: 0,
  derive: false,
  structure: false,
});

const parse = (text: string, file = 'f.txt') => fastlane.parse(text, { file });

describe('fastlane', () => {
  it.each([
    ['fastlane/metadata/en-US/name.txt', 30],
    ['fastlane/metadata/en-US/subtitle.txt', 30],
    ['fastlane/metadata/en-US/keywords.txt', 100],
    ['fastlane/metadata/en-US/promotional_text.txt', 170],
    ['fastlane/metadata/en-US/description.txt', 4000],
    ['fastlane/metadata/en-US/release_notes.txt', 4000],
    ['fastlane/metadata/android/en-US/title.txt', 30],
    ['fastlane/metadata/android/en-US/short_description.txt', 80],
    ['fastlane/metadata/android/en-US/full_description.txt', 4000],
    ['fastlane/metadata/android/en-US/changelogs/12.txt', 500],
    ['app/src/main/play/listings/en-US/short-description.txt', 80],
    ['app/src/main/play/release-notes/en-US/default.txt', 500],
    ['fastlane/metadata/en-US/other.txt', undefined],
  ])('%s may have %s characters', (file, most) => {
    expect(parse('x', file).units[0]?.maxLength).toBe(most);
  });
  it.each(['privacy_url', 'support_url', 'video', 'copyright', 'primary_category'])(
    '%s is no text',
    (name) => {
      expect(parse('x', `fastlane/metadata/en-US/${name}.txt`).units[0]?.translate).toBe(false);
    },
  );
  it.each([
    ['', 'x\n', 'Neu\n'],
    ['\n', 'x', 'Neu\n'],
    ['\ufeff\r\n', 'x\n', '\ufeffNeu\r\n'],
    ['', 'x', 'Neu'],
    ['', 'x\r\ny\r\n', 'Neu\r\nzwei\r\n'],
    ['\n', 'x\r\ny\r\n', 'Neu\nzwei\n'],
  ])('%j gets a text beside %j', (text, other, expected) => {
    const document = parse(text);
    expect(document.units).toEqual([]);
    const source = parse(other);
    const from = { document: source, unit: source.units[0]! };
    const words = /y/.test(other) ? 'Neu\nzwei' : 'Neu';
    const edit = { op: 'insert', key: ['text'], text: words, after: null, from } as const;
    expect(fastlane.edit(document, [edit])).toBe(expected);
  });
  it('a text that goes leaves an empty file', () => {
    expect(fastlane.edit(parse('x\n'), [{ op: 'remove', key: ['text'] }])).toBe('\n');
  });
});
