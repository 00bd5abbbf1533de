import { describe, expect, it } from 'vitest';
import { endpoints, type Endpoint } from '../../src/api/index.js';
import { fromWire, toWire } from '../../src/client/casing.js';
import { cannedAnswer } from './support/canned.js';

const answers = (Object.values(endpoints) as readonly Endpoint[]).flatMap((endpoint) =>
  Object.values(endpoint.responses).flatMap((schema) =>
    typeof schema === 'string' ? [] : [{ endpoint, name: endpoint.name, schema }],
  ),
);

/** Names below these fields are data. */
const dataFields = ['configuredRules', 'features'];

function snakeNames(value: unknown): readonly string[] {
  if (Array.isArray(value)) return value.flatMap(snakeNames);
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([name, inside]) => [
    ...(name.includes('_') ? [name] : []),
    ...(dataFields.includes(name) && !Array.isArray(inside) ? [] : snakeNames(inside)),
  ]);
}

describe('names of fields', () => {
  it.each(answers)('are in camelCase in the answer of $name, and back', ({ endpoint, schema }) => {
    const answer = schema.parse(cannedAnswer(endpoint));
    const read = fromWire(schema, answer);
    expect(snakeNames(read)).toEqual([]);
    expect(toWire(schema, read)).toEqual(answer);
  });

  it('stay where they are data', () => {
    const { schema } = endpoints.createStyleRuleList.body;
    const rules = { dates_and_times: { time_format: 'use_24_hour_clock' } };
    const body = { name: 'n', language: 'de', configuredRules: rules };
    expect(toWire(schema, body)).toEqual({ name: 'n', language: 'de', configured_rules: rules });
  });

  it('that the interface does not know are left out of a request', () => {
    const { schema } = endpoints.translateText.body;
    const body = { text: ['a'], targetLang: 'DE', context: undefined, other: 1, target_lang: 'FR' };
    expect(toWire(schema, body)).toEqual({ text: ['a'], target_lang: 'DE' });
  });

  it('are converted in every alternative', () => {
    const schema = endpoints.addCustomInstruction.responses[201];
    expect(fromWire(schema, { style_id: 's', custom_instructions: [] })).toEqual({
      styleId: 's',
      customInstructions: [],
    });
    expect(fromWire(schema, { source_language: 'en' })).toEqual({ sourceLanguage: 'en' });
  });
});
