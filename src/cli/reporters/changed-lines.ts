import { execFileSync } from 'node:child_process';

/** Names of files, as they stand from the folder that was asked about, and lines that are new. */
export type ChangedLines = ReadonlyMap<string, readonly Lines[]>;

interface Lines {
  readonly first: number;
  readonly last: number;
}

/**
 * The lines below a folder that differ from the commit that a pull request, or a push, starts from;
 * none where git or that commit is not there, as in a checkout of one commit.
 * @param event what GitHub says of the event, as parsed JSON
 */
export function changedLines(folder: string, event: unknown): ChangedLines {
  const base = [...commitsOf(event), 'HEAD^1'].find(
    (commit) => git(folder, ['cat-file', '-e', `${commit}^{commit}`]) !== undefined,
  );
  if (base === undefined) return new Map();
  // Programs that the config of a repository names for its files are not run.
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
  const diff = git(folder, ['diff', '--unified=0', '--relative', ...plain, base, '--', '.']);
  return parseDiff(diff ?? '');
}

/** Whether a line is among them. */
export function isChangedLine(changed: ChangedLines, file: string, line: number): boolean {
  return (changed.get(file) ?? []).some(({ first, last }) => first <= line && line <= last);
}

/** Reads a diff without context. Names in quotes, with characters of all kinds, are left out. */
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
