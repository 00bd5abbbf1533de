import { expect, test } from 'vitest';
import { findOtherSpelling, refuseOtherSpellings } from '../../../src/engine/load/scan/scan.js';
import type { NamesIn } from '../../../src/engine/load/scan/scan.js';
import { catalogOf, placed } from '../support.js';

const catalog = catalogOf('l/{locale}.json', { targets: ['pt_BR', 'de'] });
const pair = (line: string): ReturnType<typeof placed> => placed(line, { catalog });

/** The names in each folder of these paths. */
function listing(...paths: readonly string[]): NamesIn {
  return (folder) => {
    const start = folder === '' ? '' : `${folder}/`;
    const inside = paths.filter((path) => path.startsWith(start));
    return [...new Set(inside.map((path) => path.slice(start.length).split('/')[0] ?? ''))];
  };
}

test.each([
  {
    name: 'nothing is there yet: a new locale',
    pairs: [pair('l/en.json → l/pt_BR.json?')],
    names: listing('l/en.json'),
    found: undefined,
  },
  {
    name: 'the file in another case and with a hyphen',
    pairs: [pair('l/en.json → l/pt_BR.json?')],
    names: listing('l/en.json', 'l/pt-br.json'),
    found: 'pt_BR: l/pt_BR.json is l/pt-br.json',
  },
  {
    name: 'a folder',
    pairs: [pair('en/a.json → pt_BR/a.json?')],
    names: listing('en/a.json', 'pt-BR/a.json'),
    found: 'pt_BR: pt_BR/a.json is pt-BR',
  },
  {
    name: 'only the first missing file of a locale is looked for',
    pairs: [pair('l/a.en → l/a.pt_BR?'), pair('l/b.en → l/b.pt_BR?')],
    names: listing('l/b.pt-BR'),
    found: undefined,
  },
  {
    name: 'a locale that has files is begun',
    pairs: [pair('l/a.en → l/a.pt_BR?'), pair('l/b.en → l/b.pt_BR')],
    names: listing('l/a.pt-BR', 'l/b.pt_BR'),
    found: undefined,
  },
  {
    name: 'what is some other pair’s file is no misspelling',
    pairs: [pair('l/en.json → l/pt_BR.json?')],
    used: [pair('l/en.json → l/pt_BR.json?'), pair('x/en.json → l/pt-br.json')],
    names: listing('l/en.json', 'l/pt-br.json'),
    found: undefined,
  },
  {
    name: 'the second new locale is looked at too',
    pairs: [pair('l/en.json → l/pt_BR.json?, l/de.json?')],
    names: listing('l/DE.json'),
    found: 'de: l/de.json is l/DE.json',
  },
])('$name', ({ pairs, used = pairs, names, found }) => {
  const other = findOtherSpelling(pairs, used, names);
  expect(other && `${other.locale}: ${other.path} is ${other.found}`).toBe(found);
});

test('another spelling is refused, none is not', () => {
  expect(() => refuseOtherSpellings(undefined)).not.toThrow();
  const other = { locale: 'pt_BR', path: 'l/pt_BR.json', found: 'l/pt-br.json' };
  expect(() => refuseOtherSpellings(other)).toThrow(
    'there is no l/pt_BR.json, but there is l/pt-br.json; is "pt_BR" under `targets:` spelled as in the file names?',
  );
});
