import { resolve } from 'node:path';
import { oneLine } from '../../model/index.js';
import { mergeFile, ProposeError } from '../../people/index.js';
import { EXIT } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import { writeAttributes } from '../init/config-text.js';
import { attributeLines, registerDriver, repositoryOf } from '../init/merge-driver.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { explained } from '../print.js';
import { load } from '../run.js';

export interface MergeFlags extends CommonFlags {
  readonly install?: true;
}

/** `merge`, as git's merge driver, or its installation. Returns the exit code. */
export function runMerge(io: Io, files: readonly string[], flags: MergeFlags): Promise<number> {
  return explained(io, flags, async () => {
    if (flags.install === true) return await install(io, flags);
    const [base = '', ours = '', theirs = '', path = ours] = files.map((file) =>
      resolve(folderOf(io, flags.cwd), file),
    );
    const loadConfig = (): ReturnType<typeof load> =>
      load(io, { ...flags, cwd: resolve(path, '..') });
    const { isOpen, notes } = await mergeFile({ files: { base, ours, theirs }, path, loadConfig });
    const name = oneLine(files[3] ?? files[1] ?? '');
    for (const note of notes) io.stderr(`${name}: ${oneLine(note)}\n`);
    return isOpen ? EXIT.open : EXIT.ok;
  });
}

async function install(io: Io, flags: MergeFlags): Promise<number> {
  const config = await load(io, flags);
  const { root } = config;
  const top = await repositoryOf(root);
  if (top === undefined || !(await registerDriver(root, top))) {
    const message = "git's config cannot be written.";
    throw new ProposeError('no-repository', message, 'Run it inside a git repository.');
  }
  const [written] = writeAttributes(root, attributeLines(config));
  if (flags.quiet === true) return EXIT.ok;
  const commit = written === undefined ? '' : `${written} written: commit it. `;
  io.stderr(`${commit}In this clone, git merges locale files text by text.\n`);
  return EXIT.ok;
}
