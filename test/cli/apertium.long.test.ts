import { spawnSync } from 'node:child_process';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const listed = spawnSync('apertium', ['-l'], { encoding: 'utf8' });
const installed = listed.error === undefined && listed.stdout.includes('eng-spa');

test('embedded service translates for real where apertium is installed, and says which backend answered', async () => {
  if (!installed) console.info('apertium is not installed: the pseudo backend is tested instead');
  const project = new Project({
    'service.config.yaml':
      "service: { url: embedded }\nsource: en\ntargets: [es]\ncatalogs: [{ files: '{locale}.json' }]\n",
    'en.json': '{"a": "The house is big", "b": "Hello <b>{{name}}</b>"}',
  });
  const run = await project.run(['sync']);
  expect(run.code).toBe(0);
  expect(run.stderr).toContain(`translated by ${installed ? 'apertium' : 'pseudo'}`);
  const { a, b } = project.json('es.json') as { a: string; b: string };
  if (installed) expect(a).toBe('La casa es grande');
  else expect(a).toMatch(/^\[es/);
  expect(b).toContain('<b>{{name}}</b>');
});
