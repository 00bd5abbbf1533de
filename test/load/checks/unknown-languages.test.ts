import { expect, test } from 'vitest';
import { unknownLanguages } from '../../../src/engine/load/load.js';

const config = { root: '/p', file: '/p/service.config.yaml', languages: {} };
const near = (target: string): string | undefined => {
  const [problem] = unknownLanguages({ ...config, targets: [target] });
  return problem && /did you mean "(.+?)"/.exec(problem.message)?.[1];
};

test.each([
  ['frr', 'fr'],
  ['frr-DE', 'fr'],
  ['dee', 'de'],
  ['dr', 'ar'],
  ['jp', 'ja'],
  ['fra', 'fr'],
  ['gsw', 'sw'],
  ['tlh', 'th'],
  ['km', undefined],
  ['nn', undefined],
  ['fr', undefined],
  ['pt_BR', undefined],
  ['zh-Hant-TW', undefined],
  ['english', undefined],
])('%s: is %s meant?', (target, meant) => {
  expect(near(target)).toBe(meant);
});

test('a warning names both languages, and what settles it', () => {
  const targets = ['de', 'frr'];
  expect(unknownLanguages({ ...config, targets })).toEqual([
    {
      code: 'unknown-language',
      severity: 'warning',
      file: 'service.config.yaml',
      locale: 'frr',
      message:
        'The service probably does not support the target "frr" (Northern Frisian); did you mean "fr" (French)? If not, set its code under `languages`',
    },
  ]);
  expect(unknownLanguages({ ...config, targets, languages: { frr: 'FRR' } })).toEqual([]);
});

test.each([
  ['sr-Latn', 'Cyrillic instead of Latin'],
  ['sr_Latn_RS', 'Cyrillic instead of Latin'],
  ['sr@latin', 'Cyrillic instead of Latin'],
  ['uz-Cyrl', 'Latin instead of Cyrillic'],
  ['sr-Cyrl', undefined],
  ['uz_Latn', undefined],
  ['zh-Hant', undefined],
  ['zh-Hans-CN', undefined],
])('%s: texts may come in %s', (target, scripts) => {
  const messages = unknownLanguages({ ...config, targets: [target] }).map((one) => one.message);
  expect(messages).toEqual(scripts === undefined ? [] : [expect.stringContaining(scripts)]);
  const languages = { [target]: 'SR' };
  expect(unknownLanguages({ ...config, targets: [target], languages })).toEqual([]);
});
