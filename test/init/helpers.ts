import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInit } from '../../src/cli/init/run.js';
import type { InitOptions } from '../../src/cli/init/options.js';

export interface Ran {
  readonly code: number;
  readonly stdout: string;
  readonly stderr: string;
  /** What was asked, in order. */
  readonly asked: readonly string[];
}

/** Runs init in a folder. `answers`: on a terminal, in order; '' takes the default. */
export async function init(
  cwd: string,
  options: Omit<InitOptions, 'cwd'> = {},
  answers?: readonly string[],
): Promise<Ran> {
  const out = { stdout: '', stderr: '' };
  const asked: string[] = [];
  const ask = (question: string, fallback: string): Promise<string> => {
    const answer = answers?.[asked.length] ?? '';
    asked.push(`${question} [${fallback}]`);
    return Promise.resolve(answer === '' ? fallback : answer);
  };
  const code = await runInit(
    { cwd, ...options },
    {
      stdout: (text) => (out.stdout += text),
      stderr: (text) => (out.stderr += text),
      ask: answers === undefined ? undefined : ask,
    },
  );
  return { code, ...out, asked };
}

export function read(root: string, file: string): string {
  return readFileSync(join(root, file), 'utf8');
}
