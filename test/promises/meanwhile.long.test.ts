import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Translator } from '../../src/index.js';
import { openTranslator } from '../../src/open-translator.js';
import type { RunningService } from '../../src/service/index.js';
import { Project } from '../support/project.js';
import { KEY, startTestService } from '../support/scenario.js';

let service: RunningService;
beforeAll(async () => {
  service = await startTestService();
});
afterAll(() => service.close());

const CONFIG = `version: 1
source: en
targets: [de]
catalogs:
  - files: '{locale}.json'
`;

const json = (texts: object): string => `${JSON.stringify(texts, null, 2)}\n`;

test('what a person breaks in a file while sync writes the same file is found by the next look', async () => {
  const project = new Project({
    'service.config.yaml': CONFIG,
    'en.json': json({ hello: 'Hello, {name}!', save: 'Save' }),
    'de.json': json({ hello: 'Hallo, {name}!' }),
  });
  const env = { SERVICE_URL: service.url, SERVICE_AUTH_KEY: KEY };
  const config = await loadConfig({ cwd: project.root, env });
  const real = await openTranslator(config);
  const translate: Translator['translate'] = (batch, call) => {
    project.write('de.json', json({ hello: 'Hallo!' }));
    return real.translate(batch, call);
  };
  await createEngine(config, { translator: { ...real, translate } }).sync();
  await real.close();

  expect(project.read('de.json')).toMatch(/"hello": "Hallo!",\n {2}"save": /);
  const { problems, locales } = await createEngine(config).check();
  expect(problems.map(({ code, key }) => [code, key])).toEqual([['placeholder-mismatch', 'hello']]);
  expect(locales).toMatchObject({ de: { units: 2, invalid: 1 } });
});
