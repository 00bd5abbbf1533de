import { onTestFinished } from 'vitest';
import { Project } from '../support/project.js';
import { KEY } from '../support/scenario.js';
import type { RunningService } from '../../src/service/index.js';

export const CONFIG = `version: 1
source: en
targets: [de]
catalogs:
  - files: locales/{locale}.json
store: \${LOCALE_SYNC_STORE}
`;

/** Texts that differ in words, because equal texts are sent only once. */
export function catalog(count: number, word = 'Item'): string {
  const texts = Array.from({ length: count }, (_, at) => [`key${at}`, `${word} number ${at} here`]);
  return JSON.stringify(Object.fromEntries(texts), null, 2) + '\n';
}

export interface Runners {
  readonly service: RunningService;
  readonly url: string;
  readonly env?: Readonly<Record<string, string>>;
}

/** A checkout without local state that uses a shared store. */
export function checkout(
  files: Readonly<Record<string, string>>,
  { service, url, env = {} }: Runners,
): Project {
  const project = new Project({ 'service.config.yaml': CONFIG, ...files }, 'store', (task) =>
    onTestFinished(task),
  );
  project.env = {
    SERVICE_URL: service.url,
    SERVICE_AUTH_KEY: KEY,
    LOCALE_SYNC_STORE: url,
    ...env,
  };
  return project;
}
