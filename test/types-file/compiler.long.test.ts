import { execFileSync } from 'node:child_process';
import { cpSync, symlinkSync } from 'node:fs';
import { resolve } from 'node:path';
import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

const ROOT = resolve(import.meta.dirname, '../..');
const APPS = resolve(import.meta.dirname, 'fixtures/apps');

/** Each line that is wrong says so: what is no error there is one, too. */
test.each(['i18next', 'i18next-namespaces', 'vue-i18n', 'plain'])(
  '%s: an unknown key and a missing value are errors of tsc',
  async (library) => {
    const project = new Project();
    cpSync(APPS, project.root, { recursive: true });
    symlinkSync(resolve(ROOT, 'node_modules'), project.path('node_modules'), 'dir');
    const cwd = ['--cwd', project.path(library)];
    const { code } = await project.run(['types', ...cwd, '--out', 'locale-sync.d.ts']);
    expect(code).toBe(0);
    expect(compile(project.path(library))).toBe('');
  },
);

function compile(folder: string): string {
  const tsc = resolve(ROOT, 'node_modules/typescript/bin/tsc');
  try {
    return execFileSync(process.execPath, [tsc, '-p', folder], { encoding: 'utf8' });
  } catch (error) {
    return (error as { readonly stdout: string }).stdout;
  }
}
