import { spawnSync } from 'node:child_process';
import { mkdtempSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Project } from '../../support/project.js';

const folder = mkdtempSync(join(tmpdir(), 'locale-sync-executable-'));

/** The executable of the built command line and the Node that runs the tests. */
const FILE = join(folder, 'locale-sync');

/**
 * Builds it. False if this Node cannot be made into an executable, as is true of some system
 * packages.
 * @throws Error if the build fails for another reason
 */
export function buildExecutable(): boolean {
  const { status, stderr } = spawnSync(process.execPath, ['scripts/build-executable.mjs', FILE], {
    encoding: 'utf8',
  });
  if (status === 2) console.warn(`The executable is not tested: ${stderr}`);
  else if (status !== 0) throw new Error(stderr);
  return status === 0;
}

/** A project on a machine without Node: no `node` in PATH, no node_modules in a parent folder. */
export function project(files: Readonly<Record<string, string | Uint8Array>>): Project {
  const made = new Project({ 'home/.keep': '', 'tmp/.keep': '', ...files }, 'executable');
  made.command = [FILE];
  made.env = { PATH: '/nowhere', HOME: made.path('home'), TMPDIR: made.path('tmp') };
  return made;
}
