import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const CONFIG = { source: 'en', targets: ['de'], catalogs: [{ files: '{locale}.json' }] };
const JSON_TEXT = JSON.stringify(CONFIG, null, 2);

/** The command is bundled, and each kind of config is read with a package of its own. */
test.each([
  ['service.config.yaml', `source: en\ntargets: [de]\ncatalogs: [{ files: '{locale}.json' }]\n`],
  ['service.config.json', JSON_TEXT],
  ['package.json', `{ "name": "app", "service": ${JSON_TEXT} }`],
  ['service.config.mjs', `export default ${JSON_TEXT};\n`],
  ['service.config.js', `module.exports = ${JSON_TEXT};\n`],
  ['service.config.ts', `const config: object = ${JSON_TEXT};\nexport default config;\n`],
])('the built command reads %s', async (file, text) => {
  const project = new Project({ [file]: text, 'en.json': '{"a": "Hello"}\n' });
  const report = await project.report(['plan']);
  expect(report).toMatchObject({ texts: 1, problems: [], error: null });
});

test.each([
  ['service.config.json', '{ "source": "en", "tragets": [] }', '1:19'],
  ['service.config.yaml', 'source: en\ntragets: []\n', '2:1'],
])('the built command tells the place of a mistake in %s', async (file, text, place) => {
  const project = new Project({ [file]: text });
  const { code, stderr } = await project.run(['plan']);
  expect(code).toBe(2);
  expect(stderr).toContain(`${file}:${place}`);
  expect(stderr).toContain('targets');
});
