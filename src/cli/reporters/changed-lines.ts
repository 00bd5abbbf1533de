import { execFileSync } from 'node:child_process';

/** Changed lines by file name, relative to the given folder. */
export type ChangedLines = ReadonlyMap<string, readonly Lines[]>;

interface Lines {
  readonly first: number;
  readonly last: number;
}

/**
 * The lines below a folder that differ from the base commit of a pull request or push; empty
 * without git or that commit, as in a shallow checkout.
 * @param event GitHub's description of the event, as parsed JSON
 */
export function changedLines(folder: string, event: unknown): ChangedLines {
  const base = [...commitsOf(event), 'HEAD^1'].find(
    (commit) => git(folder, ['cat-file', '-e', `${commit}^{commit}`]) !== undefined,
  );
  if (base === undefined) return new Map();
  // Does not run programs that the repository's git config names for its files.
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
  const diff = git(folder, ['diff', '--unified=0', '--relative', ...plain, base, '--', '.']);
  return parseDiff(diff ?? '');
}

/** Whether a line has changed. */
export function isChangedLine(changed: ChangedLines, file: string, line: number): boolean {
  return (changed.get(file) ?? []).some(({ first, last }) => first <= line && line <= last);
}

/**
 * Parses a diff without context lines. Quoted names, which have special characters, are left out.
 */
export function parseDiff(diff: string): ChangedLines {
  const changed = new Map<string, Lines[]>();
  let lines: Lines[] = [];
  let isHead = false;
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) isHead = true;
    const name = isHead ? /^\+\+\+ b\/(.*?)\t?$/.exec(line)?.[1] : undefined;
    if (name !== undefined) {
      lines = [];
      changed.set(name, lines);
    }
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (first === undefined) continue;
    isHead = false;
    lines.push({ first: Number(first), last: Number(first) + Number(count) - 1 });
  }
  return changed;
}

function commitsOf(event: unknown): readonly string[] {
  const { pull_request: request, before } = record(event);
  const shas = [record(record(request)['base'])['sha'], before];
  return shas.filter(
    (sha): sha is string => typeof sha === 'string' && /^[\da-f]{40,64}$/.test(sha),
  );
}

function record(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null ? { ...value } : {};
}

function git(folder: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', ['-c', 'core.fsmonitor=false', ...args], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 20_000,
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}
