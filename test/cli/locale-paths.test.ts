import { expect, test } from 'vitest';
import { Project } from '../support/project.js';
import { environment, service } from '../support/service.js';

test('a format that the ending does not say, and locales that have names of their own', async () => {
  const running = await service();
  const project = new Project({
    'service.config.yaml': `source: en
targets: [de, pt-BR]
catalogs:
  - { files: 'app/texts.{locale}.txt', format: json }
  - files: language/{locale}.yml
    locales: { en: english, de: german, pt-BR: portuguese-brazilian }
`,
    'app/texts.en.txt': '{"a": "First page"}\n',
    'language/english.yml': 'english:\n  a: Second page\n',
  });
  const run = await project.report(['sync'], { env: environment(running) });
  expect(run.problems).toEqual([]);
  expect(run.code).toBe(0);
  const files = project.files();
  expect(files['app/texts.pt-BR.txt']).toMatch(/^\{"a": "\[pt-BR .*"\}\n$/);
  expect(files['language/german.yml']).toMatch(/^german:\n {2}a: .*\[de /);
  expect(files['language/portuguese-brazilian.yml']).toMatch(/^portuguese-brazilian:\n/);
  const again = await project.report(['check'], { env: environment(running) });
  expect(again).toMatchObject({ code: 0, locales: { de: { units: 2, current: 2 } } });
});

test('a pattern without {locale} is for formats that hold all locales', async () => {
  const project = new Project({
    'service.config.yaml': 'source: en\ntargets: [de]\ncatalogs:\n  - files: app/en.json\n',
    'app/en.json': '{"a": "A"}\n',
  });
  const run = await project.report(['check']);
  expect(run).toMatchObject({ code: 2, error: { code: 'invalid-pattern' } });
  expect(run.error?.message).toContain('{locale} is missing');
});
