import { describe, expect, test } from 'vitest';
import type { ResolvedCatalog, ResolvedDocuments } from '../../../src/config/resolved.js';
import { missingColumns } from '../../../src/engine/load/checks.js';

const path = 'terms.csv';
const NAMED = { glossary: path };

interface Given {
  /** Languages of the file's columns. */
  readonly columns: readonly string[];
  readonly targets: readonly string[];
  readonly languages?: Readonly<Record<string, string>>;
}

function messagesOf({ columns, targets, languages = {} }: Given): readonly string[] {
  const translate = Object.fromEntries(targets.map((target) => [target, NAMED]));
  const catalogs = [{ translate }] as unknown as ResolvedCatalog[];
  const file = { path, source: 'en', languages: new Set(columns) };
  return missingColumns({ catalogs, languages }, new Map([[path, file]])).map(
    ({ message }) => message,
  );
}

describe('which targets lack a column', () => {
  test.each<[string, Given, string | undefined]>([
    ['one of two', { columns: ['de'], targets: ['de', 'fr'] }, 'fr'],
    ['all of them', { columns: [], targets: ['de', 'fr'] }, 'de, fr'],
    ['none', { columns: ['de', 'fr'], targets: ['de', 'fr'] }, undefined],
    ['a variant is served by its language', { columns: ['pt'], targets: ['pt-BR'] }, undefined],
    ['spelled as in the config', { columns: ['de'], targets: ['de', 'pt_BR'] }, 'pt_BR'],
    ['a variant of the source can have none', { columns: [], targets: ['en-GB'] }, undefined],
    ['a language without glossaries neither', { columns: [], targets: ['tlh'] }, undefined],
    [
      'by the code of the service',
      { columns: ['nb'], targets: ['norsk', 'svenska'], languages: { norsk: 'NB', svenska: 'SV' } },
      'svenska',
    ],
  ])('%s', (_, given, missing) => {
    const messages = messagesOf(given);
    if (missing === undefined) expect(messages).toEqual([]);
    else
      expect(messages).toEqual([
        expect.stringContaining(`The glossary has no column for ${missing},`),
      ]);
  });
});

test('one warning a file, of those targets alone that name it', () => {
  const catalogs = [
    { translate: { de: NAMED, fr: NAMED, es: {}, it: { glossary: 'other.csv' } } },
    { translate: { fr: NAMED } },
  ] as unknown as ResolvedCatalog[];
  const documents = [{ options: { nl: NAMED } }] as unknown as ResolvedDocuments[];
  const file = { path, source: 'en', languages: new Set(['de']) };
  expect(missingColumns({ catalogs, documents, languages: {} }, new Map([[path, file]]))).toEqual([
    {
      code: 'glossary-column',
      severity: 'warning',
      file: path,
      line: 1,
      message:
        'The glossary has no column for fr, nl, so no terms are used there. Add columns (empty if there are no terms), or set the glossary under `translate.targets`, leaving them out',
    },
  ]);
});
