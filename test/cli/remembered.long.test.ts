import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

/** A project of which one text waits for review, after two runs. */
async function settled(): Promise<Project> {
  const project = new Project({
    'service.config.yaml':
      'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: l/{locale}.json\n',
    'l/en.json': '{ "a": "One", "b": "Two {n}" }',
    'l/de.json': '{ "a": "Eins", "b": "Zwei {n}" }',
  });
  project.env = { SERVICE_URL: 'embedded' };
  await project.report(['sync']);
  project.write('l/en.json', '{ "a": "Number one", "b": "Two {n}" }');
  await project.report(['sync']);
  await project.report(['sync']);
  return project;
}

test('what is remembered is what the command would find, also with a text that waits for review', async () => {
  const project = await settled();
  for (const command of ['sync', 'plan', 'check', 'status']) {
    for (const flags of [[], ['--json']]) {
      const remembered = await project.run([command, ...flags]);
      const index = project.read('.locale-sync/ledger/sync');
      project.remove('.locale-sync/ledger/sync');
      const found = await project.run([command, ...flags]);
      expect(found, [command, ...flags].join(' ')).toEqual(remembered);
      project.write('.locale-sync/ledger/sync', index);
    }
  }
});

test('a changed text is found by a run that begins with what is remembered of files', async () => {
  const project = await settled();
  project.write('l/en.json', '{ "a": "Number one", "b": "Three {n}" }');
  const remembered = await project.run(['plan', '--json']);
  project.remove('.locale-sync/ledger/files');
  expect(await project.run(['plan', '--json'])).toEqual(remembered);
  expect(JSON.parse(remembered.stdout)).toMatchObject({ texts: 1, locales: { de: { review: 2 } } });
});
