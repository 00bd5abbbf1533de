import { execFile } from 'node:child_process';

/**
 * Git looks up what it has: it runs no program that the repository's config names, and fetches
 * nothing.
 */
const PLAIN = [
  ...['core.fsmonitor=false', 'core.quotePath=false', 'protocol.allow=never'],
  ...['ext', 'file', 'git', 'http', 'https', 'ssh'].map((name) => `protocol.${name}.allow=never`),
].flatMap((setting) => ['-c', setting]);

/** What git prints; nothing if it fails for any reason. */
export function git(cwd: string, args: readonly string[], input = ''): Promise<Buffer> {
  const options = { cwd, encoding: 'buffer', timeout: 20_000, maxBuffer: 1 << 28 } as const;
  return new Promise((resolve) => {
    const child = execFile('git', [...PLAIN, ...args], options, (_, stdout) => resolve(stdout));
    child.stdin?.on('error', () => undefined);
    child.stdin?.end(`${input}\n`);
  });
}

/**
 * Ids of objects (`HEAD:./l/de.json`), in their order; undefined for one that is not there.
 * @param names without line breaks
 */
export async function idsOf(
  cwd: string,
  names: readonly string[],
): Promise<readonly (string | undefined)[]> {
  const check = ['cat-file', '--batch-check=%(objectname)'];
  const lines = linesOf(await git(cwd, check, names.join('\n')));
  return names.map((_, at) => /^[\da-f]{40,64}$/.exec(lines[at] ?? '')?.[0]);
}

export function linesOf(output: Buffer): readonly string[] {
  const text = output.toString().trimEnd();
  return text === '' ? [] : text.split('\n');
}
