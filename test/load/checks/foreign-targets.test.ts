import { expect, test } from 'vitest';
import { foreignTargets } from '../../../src/engine/load/load.js';
import type { ReadTarget } from '../../../src/engine/load/inputs.js';
import { codecFor } from '../../../src/formats/registry.js';
import { documentOf } from '../support.js';

const xliff = (language: string): string => `<?xml version="1.0"?>
<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.1" srcLang="en"
  trgLang="${language}"><file id="f"><unit id="u"><segment><source>Yes</source></segment></unit></file></xliff>`;

function target(locale: string, text: string, path = `app.${locale}.xlf`): ReadTarget {
  const codec = codecFor(path);
  if (codec === undefined) throw new Error(`no codec for ${path}`);
  const document = documentOf(path, text, { role: 'target', locale });
  return { file: { path, locale, hash: '', document }, capabilities: codec.capabilities };
}

test.each([
  { locale: 'de', stated: 'de', isForeign: false },
  { locale: 'de', stated: 'de-AT', isForeign: false },
  { locale: 'de', stated: 'fr', isForeign: true },
  { locale: 'pt_BR', stated: 'pt-PT', isForeign: false },
  { locale: 'nb', stated: 'no', isForeign: false },
  { locale: 'iw', stated: 'he', isForeign: false },
  { locale: 'sr@latin', stated: 'sr@latin', isForeign: false },
  { locale: 'sr-Latn', stated: 'sr@latin', isForeign: false },
  { locale: 'xx', stated: 'uk', languages: { xx: 'UK' }, isForeign: false },
  { locale: 'xx', stated: 'uk', isForeign: true },
])('$stated in a target of $locale', ({ locale, stated, languages = {}, isForeign }) => {
  const found = foreignTargets(languages, [target(locale, xliff(stated))]);
  expect(found.map(({ file, line, column }) => `${file}:${line}:${column}`)).toEqual(
    isForeign ? [`app.${locale}.xlf:3:3`] : [],
  );
});

test('a warning says what the file states and how to settle it', () => {
  expect(foreignTargets({}, [target('de', xliff('fr'))])).toMatchObject([
    {
      code: 'invalid-file',
      severity: 'warning',
      message:
        'The file says trgLang="fr", but is configured as the target for "de". If it is the right file, fix its trgLang; if "de" means fr, map it under `languages`.',
    },
  ]);
});

test.each([
  [
    'a file that does not exist',
    {
      ...target('de', xliff('de')),
      file: { path: 'a.de.xlf', locale: 'de', hash: 'absent', document: undefined },
    },
  ],
  ['a file that states no language', target('de', '{ "a": "Ja" }', 'de.json')],
  ['a root key is no statement of a language', target('fr', 'fr:\n  a: Oui\n', 'fr.yml')],
])('%s', (_, file) => {
  expect(foreignTargets({}, [file])).toEqual([]);
});
