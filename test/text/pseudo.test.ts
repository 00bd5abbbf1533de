import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { RunningService } from '../../src/service/index.js';
import { isPseudo } from '../../src/text/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const TEXTS = [
  'Save',
  'by',
  'OK',
  'Hello {{name}}, welcome back!',
  '{{count}} files',
  '({{name}}) joined',
  'Save <b>all</b> files',
  ' Name: ',
  '- Are you coming?',
  'First line\nsecond line',
  'See [the docs](https://example.com)',
  'Créée à Noël',
  'こんにちは',
  'Страница {{n}} из {{total}}',
  '3 × 4 = %{result} of %d',
];
const PLURALS = [
  '{n, plural, one {# file} other {# files}}',
  '{who, select, male {He left} female {She left} other {They left}}',
];

describe('what the pseudo engine answers is known', () => {
  test.each(['de', 'pl', 'ja', 'pt-BR', 'zh-Hans'])('in %s', async (locale) => {
    for (const [texts, messages] of [
      [TEXTS, 'i18next'],
      [PLURALS, 'icu'],
    ] as const) {
      const source = Object.fromEntries(texts.map((text, at) => [`k${at}`, text]));
      const project = new Project({
        'service.config.yaml': `version: 1\nsource: en\ntargets: [${locale}]\ntranslate: { formality: prefer_less }\ncatalogs: [{ files: 'l/{locale}.json', messages: ${messages} }]\n`,
        'l/en.json': JSON.stringify(source),
      });
      const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
      await createEngine(await loadConfig({ cwd: project.root, env })).sync();
      const answers = project.json(`l/${locale}.json`) as Readonly<Record<string, string>>;
      for (const [key, text] of Object.entries(source)) {
        const answer = answers[key] ?? '';
        expect({ answer, isPseudo: isPseudo(text, answer) }).toEqual({ answer, isPseudo: true });
      }
    }
  });
});

test.each([
  ['Save', 'Sichern'],
  ['Save', 'Save'],
  ['Save', '[de Save]'],
  ['Save', '[de] Save'],
  ['Save', '[de Sichern]'],
  ['Save', '[!!! Śáávéé !!!]'],
  ['The [de facto] standard', 'Der [de facto] Standard'],
  ['Array [i] of {n}', 'Tableau [i] de {n}'],
  ['Élan', '[de Schwung]'],
  ['', ''],
])('%s is not a pseudo-translation as %s', (source, text) => {
  expect(isPseudo(source, text)).toBe(false);
});
