import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const CONFIG =
  'version: 1\nservice: { url: embedded }\nsource: en\ntargets: [de, fr]\ncatalogs: [{ files: "l/{locale}.yaml" }]\n';

/** `l/de.yaml:2 duplicate-key` of each problem. */
async function said(project: Project, command: string): Promise<readonly string[]> {
  const { problems } = await project.report([command]);
  return problems.map(({ file = '', line, code }) => `${file}:${String(line)} ${code}`);
}

test('what is wrong with a file that was written is said again by every run', async () => {
  const project = new Project({
    'service.config.yaml': CONFIG,
    'l/en.yaml': 'a: One\nb: Two\n',
    'l/de.yaml': 'a: Eins\na: Einser\n',
  });
  const expected = ['l/de.yaml:2 duplicate-key'];
  for (const command of ['sync', 'sync', 'check', 'sync', 'check'])
    expect(await said(project, command), command).toEqual(expected);
  // A source that has changed is compared with the very same target.
  project.write('l/en.yaml', 'a: One\nb: Two more\n');
  for (const command of ['sync', 'sync', 'check'])
    expect(await said(project, command), command).toEqual(expected);
  project.write('l/de.yaml', 'a: Eins\nb: Zwei\n');
  for (const command of ['sync', 'check']) expect(await said(project, command)).toEqual([]);
});
