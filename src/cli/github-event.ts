import { resolve } from 'node:path';
import { readRegularText } from '../disk/regular-file.js';
import type { Io } from './io.js';

/** GitHub Actions' description of the event that started the job, as parsed JSON. */
export function githubEvent({ env, cwd }: Io): unknown {
  const path = env['GITHUB_EVENT_PATH'] ?? '';
  if (path === '') return undefined;
  try {
    return JSON.parse(readRegularText(resolve(cwd, path)));
  } catch {
    return undefined;
  }
}
