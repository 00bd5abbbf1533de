import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { z } from 'zod';
import { endpoints, type Endpoint } from '../../src/api/index.js';
import { fromWire } from '../../src/client/casing.js';
import { readerOf, unreadable } from '../../src/client/reader.js';
import { cannedAnswer } from './support/canned.js';

const table = (Object.values(endpoints) as readonly Endpoint[]).flatMap((endpoint) =>
  Object.values(endpoint.responses).flatMap((schema) =>
    typeof schema === 'string' ? [] : [{ endpoint, name: endpoint.name, schema }],
  ),
);

/** What the schema itself says, which the reader has to agree with. */
function bySchema(schema: z.ZodType, value: unknown): unknown {
  const { success, data } = schema.safeParse(value);
  return success ? fromWire(schema, data) : unreadable;
}

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** Puts `value` at the place that `choice` picks among all places of a JSON value, or takes the place away. */
function damage(json: Json, choice: number, value: Json | undefined): unknown {
  const places: ((next: Json | undefined) => void)[] = [];
  const visit = (current: Json): void => {
    if (Array.isArray(current)) {
      current.forEach((item, index) => {
        places.push((next) => void current.splice(index, 1, ...(next === undefined ? [] : [next])));
        visit(item);
      });
    } else if (typeof current === 'object' && current !== null) {
      for (const [key, item] of Object.entries(current)) {
        places.push((next) => {
          if (next === undefined) Reflect.deleteProperty(current, key);
          else current[key] = next;
        });
        visit(item);
      }
    }
  };
  const root = { root: structuredClone(json) };
  visit(root);
  places[choice % places.length]?.(value);
  return root.root;
}

const edges: readonly (Json | undefined)[] = [
  undefined,
  null,
  '',
  'text',
  0,
  -0,
  1.5,
  2 ** 53,
  1e300,
  true,
  [],
  {},
  [null],
  { a: 'b' },
];

describe('the quick check of answers', () => {
  it.each(table)('takes what interface.md describes for $name', ({ endpoint, schema }) => {
    const answer = cannedAnswer(endpoint);
    const read = readerOf(schema)(answer);
    expect(read).not.toBe(unreadable);
    expect(read).toEqual(bySchema(schema, answer));
  });

  it.each(table)(
    'agrees with the schema about damaged answers of $name',
    ({ endpoint, schema }) => {
      const answer = cannedAnswer(endpoint) as Json;
      fc.assert(
        fc.property(
          fc.nat(200),
          fc.oneof(fc.constantFrom(...edges), fc.jsonValue() as fc.Arbitrary<Json>),
          (choice, value) => {
            const damaged = damage(answer, choice, value);
            expect(readerOf(schema)(damaged)).toStrictEqual(bySchema(schema, damaged));
          },
        ),
        { numRuns: 60 },
      );
    },
  );

  it('agrees with the schema about anything', () => {
    fc.assert(
      fc.property(fc.constantFrom(...table), fc.jsonValue(), ({ schema }, value) => {
        expect(readerOf(schema)(value)).toStrictEqual(bySchema(schema, value));
      }),
    );
  });
});
