import { existsSync } from 'node:fs';
import { join, relative } from 'node:path';
import { localePathsOf, parsePattern, toGlob } from '../../config/index.js';
import type { PatternPath, ResolvedConfig } from '../../config/index.js';
import { git, linesOf } from '../../engine/index.js';
import { shellWord } from '../../model/index.js';

/** Name of the merge driver in `.gitattributes` and in git's config. */
const DRIVER = 'locale-sync';

/** The top folder of the repository, or undefined outside of one. */
export async function repositoryOf(root: string): Promise<string | undefined> {
  const [top] = linesOf(await git(root, ['rev-parse', '--show-toplevel']));
  return top;
}

/** The lines of `.gitattributes`, in the config's folder, for all locale files. */
export function attributeLines({ catalogs }: Pick<ResolvedConfig, 'catalogs'>): readonly string[] {
  const paths = catalogs.flatMap((catalog) => {
    const targets = parsePattern(catalog.target);
    const sources = targets.flatMap((path) => localePathsOf(catalog, path).withoutLocale);
    return [...parsePattern(catalog.source), ...sources, ...targets];
  });
  return [...new Set(paths.map(attributeOf))].map((glob) => `${glob} merge=${DRIVER}`);
}

/** Without a slash, a pattern of git's would match in every folder. */
function attributeOf(path: PatternPath): string {
  const glob = toGlob(path, '*');
  const anchored = glob.includes('/') ? glob : `/${glob}`;
  return /[\s"#]/.test(anchored) ? JSON.stringify(anchored) : anchored;
}

/** Registers the driver in the clone's git config. Returns whether git took it. */
export async function registerDriver(root: string, top: string): Promise<boolean> {
  const settings = [
    [`merge.${DRIVER}.name`, 'locale files, text by text'],
    [`merge.${DRIVER}.driver`, driverCommand(root, top)],
  ] as const;
  for (const [name, value] of settings) await git(root, ['config', '--local', name, value]);
  const [name, value] = settings[1];
  return (await git(root, ['config', '--local', name])).toString().trimEnd() === value;
}

/** A clone without the package still merges, by lines. Git runs it in the top folder. */
function driverCommand(root: string, top: string): string {
  const bin = join('node_modules', '.bin', 'locale-sync');
  let folder = root;
  while (!existsSync(join(folder, bin)) && folder.length > top.length) folder = join(folder, '..');
  const local = relative(top, join(folder, bin)).replaceAll('\\', '/');
  const isLocal = existsSync(join(folder, bin)) && !local.startsWith('..');
  const program = isLocal ? shellWord(local) : 'locale-sync';
  const byLines = 'git merge-file -L ours -L base -L theirs %A %O %B';
  return `if command -v ${program} >/dev/null; then ${program} merge %O %A %B %P; else ${byLines}; fi`;
}
