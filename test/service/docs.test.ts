import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { call, start } from './support.js';

interface Example {
  readonly route: string;
  readonly body: string | undefined;
  readonly answer: unknown;
}

function examplesOf(page: string): readonly Example[] {
  const blocks = [...page.matchAll(/```http\n(.+)\n([^`]*)```\n(?:\n```json\n([^`]*)```)?/g)];
  return blocks.map(([, route = '', body = '', answer]) => ({
    route,
    body: body === '' ? undefined : body,
    answer: answer === undefined ? undefined : (JSON.parse(answer) as unknown),
  }));
}

/** `"…"` stands for anything. */
function pattern(value: unknown): unknown {
  if (value === '…') return expect.anything();
  if (Array.isArray(value)) return value.map(pattern);
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([name, item]) => [name, pattern(item)]));
}

test('every example of docs/service.md answers what it shows', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/service.md'), 'utf8');
  const service = await start({ control: true });
  const known = new Map<string, string>();
  const fill = (text: string) =>
    text.replace(/\{(\w+_id)\}/g, (whole, name: string) => known.get(name) ?? whole);
  const examples = examplesOf(page);
  expect(examples.length).toBeGreaterThan(9);
  for (const { route, body, answer } of examples) {
    const admin = route.includes('/admin') || route.includes('/_control');
    const options = { admin, ...(body === undefined ? {} : { body: fill(body) }) };
    const result = await call(service, fill(route), options);
    expect(result.status, `${route}: ${result.text}`).toBeLessThan(300);
    if (answer !== undefined) expect(result.json, route).toEqual(pattern(answer));
    for (const [name, value] of Object.entries(result.json)) known.set(name, String(value));
  }
});
