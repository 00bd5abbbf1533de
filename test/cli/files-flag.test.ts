import { realpathSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const project = () =>
  new Project({
    'service.config.yaml': `source: en
targets: [de, fr]
catalogs:
  - files: 'app/\\[locale\\]/{locale}.json'
  - files: 'x/\\{x\\}/{locale}.json'
`,
    'app/[locale]/en.json': '{"a": "Hello"}',
    'x/{x}/en.json': '{"b": "Bye"}',
  });

test('one misspelled pattern among several is told', async () => {
  const files = project();
  const { code, stderr } = await files.run([
    ...['plan', '--files', 'x/**', '--files', 'y/**', '--files', 'app/**'],
  ]);
  expect(code).toBe(2);
  expect(stderr).toBe(`error: --files y/** matches no source or target file
       Patterns are relative to the folder of the config, ${realpathSync(files.root)}.
`);
});

test.each([
  ['app/[locale]/de.json', ['de']],
  ['./app/[locale]', ['de', 'fr']],
  ['x/{x}/fr.json', ['fr']],
])('a file or folder is meant by its very name: %s', async (name, locales) => {
  const files = project();
  for (const flag of [name.replace('./', ''), join(files.root, name)]) {
    const report = await files.report(['plan', '--files', flag]);
    expect(report).toMatchObject({ code: 0, texts: locales.length });
    expect(Object.keys(report.locales)).toEqual(locales);
  }
});

test('brackets that were meant as a name are told with the way to write them', async () => {
  const { code, stderr } = await project().run(['plan', '--files', 'app/[locale]/d*']);
  expect(code).toBe(2);
  expect(stderr).toContain("--files 'app/\\[locale\\]/d*'");
});
