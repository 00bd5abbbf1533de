import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { startTestService } from '../support/scenario.js';
import { hasOpenssl, hasPostgres, Postgres } from './postgres.js';
import { catalog, checkout } from './support.js';

let postgres: Postgres;

beforeAll(async () => {
  if (hasPostgres) postgres = await Postgres.start();
});

afterAll(async () => {
  if (hasPostgres) await postgres.stop();
});

const FILES = { 'locales/en.json': catalog(20) };

/** What a cold run says that has to use TLS. */
async function syncOver(
  url: string,
  env: Readonly<Record<string, string>> = {},
): Promise<{ readonly texts: number; readonly messages: readonly string[] }> {
  const service = await startTestService();
  onTestFinished(() => service.close());
  const project = checkout(FILES, { service, url, env });
  const { stdout, stderr, code } = await project.run(['sync', '--json']);
  expect(code).toBe(0);
  const { texts, problems } = JSON.parse(stdout) as {
    readonly texts: number;
    readonly problems: readonly { readonly message: string }[];
  };
  // No warning of a library in between.
  expect(stderr).not.toMatch(/warning: the ssl|deprecat/i);
  return { texts, messages: problems.map(({ message }) => message) };
}

describe.skipIf(!hasPostgres || !hasOpenssl)('a store over TLS', () => {
  test('of a server without TLS is not used in clear', async () => {
    const { texts, messages } = await syncOver(`${await postgres.database()}?sslmode=verify-full`);
    expect(texts).toBe(20);
    expect(messages).toEqual([expect.stringContaining('it does not support TLS')]);
  });

  test('is used where its certificate is known, and by nobody else', async () => {
    const url = await postgres.database();
    const certificate = await postgres.encrypt();
    const known = `${url}?sslmode=verify-full&sslrootcert=${certificate}`;
    expect(await syncOver(known)).toMatchObject({ texts: 20, messages: [] });
    expect(await syncOver(known)).toMatchObject({ texts: 0, messages: [] });
    const { texts, messages } = await syncOver(`${url}?sslmode=verify-full`);
    expect(texts).toBe(20);
    expect(messages).toEqual([expect.stringContaining('its certificate is not accepted')]);
  });
});
