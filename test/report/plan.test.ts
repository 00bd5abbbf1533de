import { expect, test } from 'vitest';
import type { PlanItem, Report } from '../../src/model/index.js';
import { makeStyle, planText } from '../../src/report/index.js';

const report: Report = {
  ...{ ok: true, requests: 0, texts: 0, characters: 0, locales: {}, problems: [], error: null },
  reused: { repository: 0, memory: 1, duplicates: 0 },
  files: { written: 0, unchanged: 0 },
};

test('a text without anything to translate does not pass for one that the memory has', () => {
  const base = { file: 'de.json', locale: 'de', status: 'missing', action: 'reuse' } as const;
  const items: PlanItem[] = [
    { ...base, key: ['a'], text: '{{name}}', characters: 0 },
    { ...base, key: ['b'], text: 'Hallo', reuse: 'memory', characters: 0 },
  ];
  const text = planText({ items, report }, makeStyle({ color: false }));
  expect(text).toContain('+ a "{{name}}" missing, nothing to translate');
  expect(text).toContain('+ b "Hallo" missing, from the memory');
});
