import { accessSync, constants, existsSync, lstatSync, statSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { readRegularText } from '../../disk/regular-file.js';
import { realTarget, requireWritable, WriteError } from '../../state/files/index.js';
import { ARCHIVE_FILE, LOCK_FILE, STATE_FOLDER } from '../../state/names.js';
import { CONFIG } from './config-text.js';
import { InitError } from './options.js';

const IGNORED = ['', '/', '**/'].flatMap((start) => [
  `${start}${STATE_FOLDER}`,
  `${start}${STATE_FOLDER}/`,
]);

interface Write {
  readonly name: string;
  /** Path to write to, with links resolved. */
  readonly target: string;
  readonly text: string;
}

/**
 * Writes the config and git's settings. Returns the names of changed files. All are checked before
 * the first is written: a config alone would block the next `init`.
 * @throws InitError 'not-written'
 */
export function writeFiles(root: string, config: string): readonly string[] {
  const writes = [
    planWrite(root, CONFIG, () => config),
    planWrite(root, '.gitattributes', withMergeLines),
    planWrite(root, '.gitignore', (text) => withLine(text, `${STATE_FOLDER}/`, IGNORED)),
  ].filter((write) => write !== undefined);
  for (const { name, target, text } of writes) {
    explained(root, name, () => writeFileSync(target, text));
  }
  return writes.map(({ name }) => name);
}

/** Undefined if both lines are there. */
function withMergeLines(text: string): string | undefined {
  const withLock = withLine(text, `${LOCK_FILE} merge=union`);
  return withLine(withLock ?? text, `${ARCHIVE_FILE} merge=union`) ?? withLock;
}

/** Undefined if the file needs no change. Follows no link that leads out of the root. */
function planWrite(
  root: string,
  name: string,
  change: (text: string) => string | undefined,
): Write | undefined {
  const path = join(root, name);
  return explained(root, name, () => {
    if (
      lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true &&
      !existsSync(path)
    ) {
      throw new Error('it is a broken symbolic link');
    }
    const target = realTarget(name, root);
    const before = statSync(target, { throwIfNoEntry: false });
    if (before?.isFile() === false) throw new Error('it is not a regular file');
    const text = change(existsSync(target) ? readRegularText(target) : '');
    if (text === undefined) return undefined;
    requireWritable(name, target, before);
    if (before === undefined) accessSync(dirname(target), constants.W_OK | constants.X_OK);
    return { name, target, text };
  });
}

function explained<T>(root: string, name: string, run: () => T): T {
  try {
    return run();
  } catch (cause) {
    const hint =
      cause instanceof WriteError && cause.code === 'outside-root'
        ? 'Nothing was written. Remove the link, or replace it with a file.'
        : `Make ${join(root, name)} writable for this user, or choose another folder with --cwd.`;
    throw new InitError('not-written', messageOf(name, cause), { hint, cause });
  }
}

function messageOf(name: string, cause: unknown): string {
  // Its message is complete.
  if (cause instanceof WriteError) return cause.message;
  const reason = cause instanceof Error ? cause.message : String(cause);
  return `${name === CONFIG ? 'the config' : name} cannot be written: ${reason}`;
}

/**
 * The text of a file such as `.gitignore` with one more line, in the file's newline style;
 * undefined if the line, or one of `equals`, is already there.
 */
function withLine(text: string, line: string, equals: readonly string[] = []): string | undefined {
  const lines = text.split(/\r\n|\n|\r/).map((one) => one.trim().replaceAll(/\s+/g, ' '));
  if ([line, ...equals].some((one) => lines.includes(one))) return undefined;
  const newline = /\r\n|\n/.exec(text)?.[0] ?? '\n';
  const separator = text === '' || text.endsWith('\n') ? '' : newline;
  return `${text}${separator}${line}${newline}`;
}
