import { symlinkSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { listCode } from '../../src/extract/list-code.js';
import { Project } from '../support/project.js';

function linked(project: Project, links: Readonly<Record<string, string>>): void {
  for (const [link, target] of Object.entries(links)) {
    symlinkSync(target, project.path(link));
  }
}

describe.skipIf(process.platform === 'win32')('symbolic links among code', () => {
  const files = { 'src/a.ts': '', 'src/ui/b.ts': '', 'lib/c.ts': '', 'out/d.ts': '' };

  test('loops are not walked, alone or with each other', async () => {
    const project = new Project(files);
    linked(project, {
      'src/self': '.',
      'src/up': '..',
      'src/ui/loop': '../../src',
      'src/ui/lib': '../../lib',
      'lib/ui': '../src/ui',
      'src/nowhere': 'nothing',
      'src/round.ts': 'round.ts',
    });
    expect(await listCode(project.root, ['src/**/*.ts'])).toEqual([
      'lib/c.ts',
      'src/a.ts',
      'src/ui/b.ts',
    ]);
  });

  test('a file is read once, by its real name', async () => {
    const project = new Project(files);
    linked(project, { 'src/lib': '../lib', 'src/again': 'ui', 'src/e.ts': 'a.ts' });
    expect(await listCode(project.root, ['src/**/*.ts'])).toEqual([
      'lib/c.ts',
      'src/a.ts',
      'src/ui/b.ts',
    ]);
  });

  test('none is followed out of the project, nor into packages', async () => {
    const project = new Project({ 'app/src/a.ts': '', 'lib/c.ts': '', 'lib/one.ts': '' });
    project.write('app/node_modules/p/d.ts', '');
    linked(project, {
      'app/src/lib': '../../lib',
      'app/src/one.ts': '../../lib/one.ts',
      'app/src/p': '../node_modules/p',
      root: 'app',
    });
    expect(await listCode(project.path('app'), ['src/**/*.ts'])).toEqual(['src/a.ts']);
    // The project itself may be behind a link.
    linked(project, { 'app/src/own': '../more' });
    project.write('app/more/e.ts', '');
    const both = ['more/e.ts', 'src/a.ts'];
    expect(await listCode(project.path('root'), ['src/**/*.ts'])).toEqual(both);
  });
});
