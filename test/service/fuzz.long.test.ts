import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { endpoints, type Endpoint } from '../../src/api/index.js';
import { call, start } from './support.js';

const wrong: readonly unknown[] = [
  null,
  '',
  'x',
  -1,
  1.5,
  1e300,
  true,
  [],
  {},
  [null],
  ['x'.repeat(2000)],
  { constructor: { prototype: 1 }, toString: 1 },
  'x'.repeat(5000),
  '\u0000\ud800',
];

const samples: Readonly<Record<string, unknown>> = {
  text: ['Hello'],
  target_lang: 'de',
  source_lang: 'en',
  name: 'Name',
  language: 'de',
  dictionaries: [{ source_lang: 'en', target_lang: 'de', entries: 'a\tb' }],
  entries: 'a\tb',
  label: 'Label',
  prompt: 'Prompt',
  key_id: 'unknown:unknown',
  characters: 1,
  document_key: 'A',
  source_file: { name: 'a.wav', content_type: 'audio/wav', content_length: 4 },
  targets: [{ language: 'de', type: 'text/plain' }],
};

function fieldsOf(schema: z.ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : ['category'];
}

/** Bodies with one field wrong or missing, the others as they should be. */
function* bodiesOf(endpoint: Endpoint): Generator {
  const fields = fieldsOf(endpoint.body?.schema);
  const good = Object.fromEntries(
    fields.flatMap((name) => (name in samples ? [[name, samples[name]]] : [])),
  );
  for (const name of fields) {
    for (const value of wrong) yield { ...good, [name]: value };
    yield Object.fromEntries(Object.entries(good).filter(([field]) => field !== name));
  }
  yield* ['{', 'null', '"text"', '[[[[[[[[[[', '['.repeat(50_000), '{"a":1}{"b":2}'];
}

function* routesOf({ method, path, query }: Endpoint): Generator<string> {
  const ids = ['x', '../x', '%00', '5f0c9f9e-0000-4000-8000-000000000001'];
  for (const id of path.includes('{') ? ids : ['']) {
    const place = `${method} ${path.replaceAll(/\{\w+\}/g, encodeURIComponent(id))}`;
    yield place;
    for (const name of query === undefined ? [] : Object.keys(query.shape)) {
      for (const value of ['', 'x', '-1', '99999999999999999999', '%00', '[]']) {
        yield `${place}?${name}=${value}&${name}=${value}`;
      }
    }
  }
}

const described = Object.values<Endpoint>(endpoints);
const random = { seed: 20_260_101, numRuns: 40 };

test.each(described.map((endpoint) => [endpoint.name, endpoint] as const))(
  '%s answers wrong input with 4xx that says why, and never with 500',
  async (_, endpoint) => {
    const service = await start({ control: false });
    const admin = endpoint.auth === 'admin';
    for (const route of routesOf(endpoint)) {
      const answer = await call(service, route, { admin });
      expect(answer.status, route).toBeLessThan(500);
      if (answer.status >= 400) expect(answer.json.message, route).toBeTruthy();
    }
    if (endpoint.body === undefined) return;
    const [route = ''] = routesOf(endpoint);
    for (const body of bodiesOf(endpoint)) {
      const answer = await call(service, route, { admin, body });
      const shown = JSON.stringify(body).slice(0, 200);
      expect(answer.status, shown).toBeLessThan(500);
      if (answer.status >= 400) expect(answer.json.message, shown).toBeTruthy();
    }
    await fc.assert(
      fc.asyncProperty(
        fc.jsonValue({ maxDepth: 4 }),
        fc.webQueryParameters(),
        async (body, query) => {
          const answer = await call(service, `${route}?${query}`, { admin, body });
          expect(answer.status).toBeLessThan(500);
        },
      ),
      random,
    );
    expect((await call(service, 'GET /v2/usage')).status).toBe(200);
  },
);
