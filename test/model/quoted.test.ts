import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { isPlain, quoted, redacted } from '../../src/model/phrases.js';

describe('a value that could be a key is not repeated', () => {
  test.each([
    '5f0c1a2b-3c4d-5e6f-7a8b-9c0d1e2f3a4b:fx',
    '5f0c1a2b',
    'd41d8cd98f00b204e9800998ecf8427e',
    'deadbeefdeadbeef',
    'sk-live-4eC39HqLyjWDarjtT1zdp7dc',
    'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.dozjgNryP4J3jVmNHl0w5N',
    'dGhpcyBpcyBhIGtleQ==',
    'aGVsbG8gd29ybGQ',
    'hunter2',
    'AKIAIOSFODNN7EXAMPLE',
    'correcthorsebatterystaple',
    'abcd-efgh-ijkl-mnop',
    'abcd efgh ijkl mnop',
    '12345678',
    'my-secret-key',
    'Bearer abc',
    'SERVICE_AUTH_KEY=abc',
    'https://user:pass@host',
    'user:pass@host',
    'https://host/v2',
  ])('%s', (value) => {
    expect(isPlain(value)).toBe(false);
    expect(quoted(value)).toBe('[redacted]');
    expect(redacted(`Unexpected scalar: "${value.replaceAll(' ', '_')}"`)).toContain('[redacted]');
  });

  test('random keys', () => {
    const digits = '0123456789';
    const letters = 'abcdefghijklmnopqrstuvwxyz';
    const capitals = letters.toUpperCase();
    const alphabets = [
      '0123456789abcdef',
      digits + letters,
      letters,
      capitals,
      digits + letters + capitals,
    ];
    for (const alphabet of alphabets) {
      const key = fc.string({
        unit: fc.constantFrom(...Array.from(alphabet)),
        minLength: 16,
        maxLength: 64,
      });
      fc.assert(fc.property(key, (value) => !isPlain(value)));
    }
  });
});

describe('what people write is repeated', () => {
  test.each([
    '',
    'tragets',
    'apiKey',
    'memory_threshold',
    'plural-categories',
    'german',
    'zh-Hant-TW',
    'sr@latin',
    'de_DE.UTF8',
    'locales/{locale}/*.json',
    'src/i18n/**/{locale}.json',
    '../outside/{locale}.yaml',
    '/absolute/{locale}.json',
    'C:\\locales\\{locale}.json',
    'Product terms of the shop',
    'legal.*',
    'SERVICE_AUTH_KEY',
    'README',
    'сообщения/{locale}.json',
  ])('%s', (value) => {
    expect(quoted(value)).toBe(`"${value}"`);
  });
});

test('words of a closed set are repeated, whatever they look like', () => {
  expect(quoted('es2022dom', ['es2022dom'])).toBe('"es2022dom"');
});

test('what others say keeps its words and the place that it is about', () => {
  const said = "Cannot find module '/tmp/app-4x7Q9z/key.mjs' imported from a1b2c3d4e5f6";
  expect(redacted(said, '/tmp/app-4x7Q9z')).toBe(
    "Cannot find module '/tmp/app-4x7Q9z/key.mjs' imported from [redacted]",
  );
});
