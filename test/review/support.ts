import { rowAt } from '../../src/model/index.js';
import { onTestFinished } from 'vitest';
import { loadConfig } from '../../src/config/index.js';
import { LIBRARY_WORDS } from '../../src/library-words.js';
import type { ReviewData, ReviewEdit, ReviewOutcome, ReviewRow } from '../../src/model/index.js';
import { openReview } from '../../src/people/review/server/open-review.js';
import type { OpenOptions, OpenReview } from '../../src/people/review/server/open-review.js';
import { Project } from '../support/project.js';

export const CONFIG = {
  version: 1,
  source: 'en',
  targets: ['de', 'ar'],
  catalogs: [{ files: 'locales/{locale}.json', messages: 'icu' }],
  rules: { 'surrounding-space': 'warn' },
};

export const FILES = {
  'service.config.json': JSON.stringify(CONFIG),
  'locales/en.json': `{
  "title": "Welcome to the shop",
  "cart": "{count, plural, one {# item} other {# items}} in the cart",
  "pay": "Pay {amount} now",
  "again": "Pay {amount} now: ",
  "bye": "Good bye"
}
`,
  'locales/de.json': `{
  // by hand
  "title":   "Willkommen im Laden",
  "cart": "{count, plural, one {# Ding} other {# Dinge}} im Korb",
  "pay": "Jetzt {sum} zahlen",
  "again": "Jetzt {amount} zahlen:"
}
`,
  'locales/ar.json': '{ "title": "مرحبا" }\n',
};

export function project(
  files: Readonly<Record<string, string>> = {},
  config: object = {},
): Project {
  const own = { 'service.config.json': JSON.stringify({ ...CONFIG, ...config }) };
  return new Project({ ...FILES, ...own, ...files }, 'review');
}

export interface Opened extends OpenReview {
  readonly port: number;
  readonly token: string;
  /** Sends a request as the page does. */
  readonly ask: (
    path: string,
    body?: unknown,
    headers?: Record<string, string>,
  ) => Promise<Response>;
  readonly data: () => Promise<ReviewData>;
  readonly row: (locale: string, key: string) => Promise<ReviewRow>;
  readonly apply: (...edits: readonly ReviewEdit[]) => Promise<readonly ReviewOutcome[]>;
}

/** Opens a review of a project; closed when the test ends. */
export async function opened(
  { root }: Pick<Project, 'root'>,
  options: Partial<OpenOptions> = {},
): Promise<Opened> {
  const config = await loadConfig({ cwd: root, env: {} });
  const review = await openReview(config, { words: LIBRARY_WORDS, ...options });
  onTestFinished(() => review.close());
  const { port, searchParams } = new URL(review.url);
  const token = searchParams.get('token') ?? '';
  const ask: Opened['ask'] = (path, body, headers = {}) => {
    const own = { 'x-locale-sync-token': token, ...headers };
    const url = `http://127.0.0.1:${port}${path}`;
    if (body === undefined) return fetch(url, { headers: own });
    const json = { ...own, 'content-type': 'application/json' };
    return fetch(url, { method: 'POST', headers: json, body: JSON.stringify(body) });
  };
  const data = async (): Promise<ReviewData> => {
    const { data: shown } = (await (await ask('/data.json')).json()) as { data: ReviewData };
    return shown;
  };
  const row: Opened['row'] = async (locale, key) => rowOf(await data(), locale, key);
  const apply: Opened['apply'] = async (...edits) => {
    const answer = (await (await ask('/apply', edits)).json()) as { outcomes: ReviewOutcome[] };
    return answer.outcomes;
  };
  return { ...review, port: Number(port), token, ask, data, row, apply };
}

export function rowOf(data: ReviewData, locale: string, key: string): ReviewRow {
  const found = data.rows.text
    .map((_, at) => rowAt(data, at))
    .find((one) => one?.locale === locale && one.key.join('.') === key);
  if (found === undefined) throw new Error(`no row ${locale}:${key}`);
  return found;
}
