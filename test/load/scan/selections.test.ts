import { describe, expect, test } from 'vitest';
import { selectFiles, selectLocales } from '../../../src/engine/load/scan/file-selection.js';

describe('locales', () => {
  const targets = ['de', 'pt_BR', 'zh-Hans'];
  test.each([
    [undefined, targets],
    [[], targets],
    [['de'], ['de']],
    [
      ['pt-br', 'ZH_hans'],
      ['pt_BR', 'zh-Hans'],
    ],
    [['de', 'de'], ['de']],
  ])('%j means %j', (wanted, selected) => {
    expect([...selectLocales(targets, wanted)]).toEqual(selected);
  });

  test.each([
    ['fr', '"fr" is not one of the targets (de, pt_BR, zh-Hans)'],
    ['pt_BT', '"pt_BT" is not one of the targets (de, pt_BR, zh-Hans); did you mean "pt_BR"?'],
  ])('%s is refused', (locale, message) => {
    expect(() => selectLocales(targets, [locale])).toThrow(message);
  });
});

describe('files', () => {
  const root = '/project';
  const paths = ['l/en/a.json', 'l/de/a.json', 'l/de/[id].json', 'm/en.srt'];
  test.each([
    [[], paths],
    [['l/de'], ['l/de/a.json', 'l/de/[id].json']],
    [['l/de/'], ['l/de/a.json', 'l/de/[id].json']],
    [['l/*/a.json'], ['l/en/a.json', 'l/de/a.json']],
    [['*/en'], ['l/en/a.json']],
    [
      ['**/*.srt', 'l/en/a.json'],
      ['l/en/a.json', 'm/en.srt'],
    ],
    [['l/de/[id].json'], ['l/de/[id].json']],
    [['l/de/\\[id\\].json'], ['l/de/[id].json']],
    [['/project/m'], ['m/en.srt']],
    [['/elsewhere/m'], []],
    [['l/d'], []],
  ])('%j select %j', (globs, selected) => {
    const { has } = selectFiles(root, globs);
    expect(paths.filter(has)).toEqual(selected);
  });

  test.each([{ globs: [] }, { globs: ['l/de'] }, { globs: ['l/de/[id].json'] }])(
    '$globs are not idle',
    ({ globs }) => {
      expect(() => selectFiles(root, globs).refuseIdle(paths)).not.toThrow();
    },
  );

  test.each([
    {
      name: 'one glob of several that selects nothing',
      globs: ['l/de', 'l/fr'],
      error: {
        code: 'no-match',
        message: 'files l/fr matches no source or target file',
        hint: {
          code: 'text',
          text: 'Patterns are relative to the folder of the config, /project.',
        },
      },
    },
    {
      name: 'brackets that were meant as themselves',
      globs: ['l/*/[id].json'],
      error: {
        code: 'no-match',
        hint: { code: 'escape-brackets', pattern: 'l/*/\\[id\\].json' },
      },
    },
    {
      name: 'no pattern at all',
      globs: ['{l/de'],
      error: {
        code: 'invalid-pattern',
        message: 'files "{l/de" cannot be used: a "{" has no "}"',
      },
    },
  ])('$name is refused', ({ globs, error }) => {
    expect(() => selectFiles(root, globs).refuseIdle(paths)).toThrow(
      expect.objectContaining(error),
    );
  });
});
