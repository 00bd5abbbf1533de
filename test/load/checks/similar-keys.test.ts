import { expect, test } from 'vitest';
import { similarKeys } from '../../../src/engine/load/checks.js';
import { pairOf } from '../support.js';

test.each([
  { name: 'keys that differ', keys: ['caf\u00e9', 'cafe', 'Caf\u00e9'], found: [] },
  {
    name: 'normal forms',
    keys: ['a', 'caf\u00e9', 'cafe\u0301'],
    found: ['4:12 cafe\u0301 only in its Unicode normalization'],
  },
  {
    name: 'characters that cannot be seen',
    keys: ['title', 'ti\u200btle', '\u202etitle'],
    found: [
      '3:13 ti\u200btle only in invisible characters',
      '4:13 \u202etitle only in invisible characters',
    ],
  },
  { name: 'a key that is there twice', keys: ['\u00e9', '\u00e9'], found: [] },
])('$name', ({ keys, found }) => {
  const source = `{\n${keys.map((key) => `  "${key}": "x"`).join(',\n')}\n}`;
  const problems = similarKeys([pairOf('en.json', source)]);
  expect(problems.map(({ code, severity }) => `${code} ${severity}`)).toEqual(
    found.map(() => 'similar-keys warning'),
  );
  const said = problems.map(({ line, column, key, message }) => {
    const how =
      /^The key looks the same as another one in this file, but is a different key: it differs (.+)$/.exec(
        message,
      )?.[1];
    return `${line}:${column} ${key} ${how}`;
  });
  expect(said).toEqual(found);
});
