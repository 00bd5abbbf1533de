import { expect, test } from 'vitest';
import { formats } from '../../src/formats/public.js';
import { Project } from '../support/project.js';

test('every format is listed, without a config', async () => {
  const project = new Project({});
  const { code, stdout } = await project.run(['formats', '--json']);
  expect(code).toBe(0);
  const listed = JSON.parse(stdout) as { ok: boolean; formats: Record<string, unknown>[] };
  expect(listed.ok).toBe(true);
  expect(listed.formats.map(({ name }) => name)).toEqual(Object.keys(formats));
  expect(listed.formats.find(({ name }) => name === 'xliff')).toMatchObject({
    endings: ['.xlf', '.xliff', '.xlf2'],
    paths: 'messages.de.xlf; source messages.xlf',
    multilingual: false,
    bilingual: true,
    encoding: { usual: 'utf-8', declared: true },
    takesNewKeys: false,
  });
  const text = await project.run(['formats']);
  expect(text.stdout).toContain('yaml\n  endings   .yaml .yml\n  locales   as in targets\n');
  expect(text.stderr).toBe('');
});
