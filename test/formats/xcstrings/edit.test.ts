import { describe, expect, it } from 'vitest';
import { xcstrings } from '../../../src/formats/xcstrings/index.js';
import { FormatError, type Document, type Edit } from '../../../src/model/index.js';
import { sample } from './fixtures.js';

const source = xcstrings.parse(sample, { role: 'source', locale: 'en' });

function target(locale: string, text = sample): Document {
  return xcstrings.parse(text, { role: 'target', locale, source });
}

/** The lines that an edit takes away (-) and adds (+), up to what is alike at both ends. */
function change(document: Document, ...edits: Edit[]): string {
  const [before, after] = [document.text, xcstrings.edit(document, edits)].map((text) =>
    text.split('\n'),
  ) as [string[], string[]];
  let top = 0;
  while (top < before.length && before[top] === after[top]) top += 1;
  let bottom = 0;
  while (bottom < before.length - top && before.at(-1 - bottom) === after.at(-1 - bottom))
    bottom += 1;
  const part = (lines: readonly string[], sign: string): string[] =>
    lines.slice(top, lines.length - bottom).map((line) => sign + line);
  return [...part(before, '-'), ...part(after, '+')].join('\n');
}

describe('units', () => {
  it('of the source are its texts, or else the keys', () => {
    expect(source.units.map(({ key, text, plural }) => [key.join('/'), text, plural])).toEqual([
      ['%lld birds/one', '%lld bird', 'one'],
      ['%lld birds/other', '%lld birds', 'other'],
      ['Click/device/iphone', 'Tap', undefined],
      ['Click/device/other', 'Click', undefined],
      ['Hello', 'Hello', undefined],
      ['Varied', 'Varied', undefined],
      ['in %@', '%#@dogs@ in %#@houses@', undefined],
      ['in %@/substitutions/dogs/one', '%arg dog', 'one'],
      ['in %@/substitutions/dogs/other', '%arg dogs', 'other'],
    ]);
    expect(source.sourceLanguage).toBe('en');
  });
  it('of a target are those that the source has', () => {
    const { units } = target('fr');
    expect(units.map(({ key, text, state }) => [key.join('/'), text, state])).toEqual([
      ['%lld birds/one', '%lld oiseau', 'translated'],
      ['%lld birds/other', '%lld oiseaux', 'translated'],
      ['Click/device/iphone', 'Touchez', 'translated'],
      ['Click/device/other', 'Cliquez', 'translated'],
      ['Varied', 'Variés', 'translated'],
      ['in %@', '%1$lld chiens', 'initial'],
    ]);
  });
  it('are none where there are no words, but in plural forms', () => {
    const strings = { '%@': {}, '•': {}, '': {}, '%lld of %2$@': {}, é: {} };
    const { units } = xcstrings.parse(JSON.stringify({ sourceLanguage: 'en', strings }));
    expect(units.map(({ text }) => text)).toEqual(['%lld of %2$@', 'é']);
    const text = sample.replace('"value" : "%lld bird"', '"value" : "%lld"');
    expect(xcstrings.parse(text).units[0]).toMatchObject({ text: '%lld', plural: 'one' });
  });
  it('one text for all numbers is the form for most of them', () => {
    expect(target('ja').units).toMatchObject([
      { key: ['%lld birds', 'other'], text: '%lld 羽', plural: 'other', state: 'review' },
    ]);
  });
  it('a copy of the source that Xcode calls new is no translation', () => {
    const copy = sample.replace('%1$lld chiens', '%#@dogs@ in %#@houses@');
    const unit = target('fr', copy).units.at(-1);
    expect(unit).toMatchObject({ state: 'initial', untranslated: true });
  });
  it('that vary in the target alone are one, with the arguments of the source', () => {
    const text = JSON.stringify({
      sourceLanguage: 'en',
      strings: {
        'Sold %lld.': {
          localizations: {
            de: {
              stringUnit: { state: 'translated', value: '%#@things@ verkauft.' },
              substitutions: {
                things: {
                  ...{ argNum: 1, formatSpecifier: 'lld' },
                  variations: {
                    plural: { other: { stringUnit: { state: 'translated', value: '%arg Dinge' } } },
                  },
                },
              },
            },
          },
        },
      },
    });
    const document = xcstrings.parse(text, { role: 'target', locale: 'de' });
    expect(document.units.map((unit) => unit.text)).toEqual(['%lld Dinge verkauft.']);
    const edited = xcstrings.edit(document, [{ op: 'set', key: ['Sold %lld.'], text: 'x' }]);
    expect(edited).toContain('"de":{"stringUnit":{"state":"translated","value":"x"}}');
  });
  it.each(['pt-br', 'pt_BR'])('%s is the pt-BR of the catalog', (locale) => {
    const text = sample.replaceAll('"fr"', '"pt-BR"');
    const document = target(locale, text);
    expect(document.units).toHaveLength(6);
    const edited = xcstrings.edit(document, [
      { op: 'insert', key: ['Hello'], text: 'Oi', after: null },
    ]);
    expect(edited).not.toContain(`"${locale}"`);
  });
});

describe('edits', () => {
  it('a new text stands in Xcode’s own layout', () => {
    const edit = { op: 'insert', key: ['Hello'], text: 'Hallo "du"', after: null } as const;
    expect(change(target('de'), edit)).toBe(`-
+      "localizations" : {
+        "de" : {
+          "stringUnit" : {
+            "state" : "translated",
+            "value" : "Hallo \\"du\\""
+          }
+        }
+      }`);
  });
  it('languages are in alphabetical order', () => {
    const edit = {
      op: 'insert',
      key: ['Varied'],
      text: 'a',
      after: null,
      state: 'review',
    } as const;
    expect(change(target('de'), edit)).toBe(`+        "de" : {
+          "stringUnit" : {
+            "state" : "needs_review",
+            "value" : "a"
+          }
+        },`);
  });
  it('a form is added to the others', () => {
    const edit = { op: 'insert', key: ['%lld birds', 'many'], text: 'a', after: null } as const;
    expect(change(target('fr'), edit)).toBe(`+              "many" : {
+                "stringUnit" : {
+                  "state" : "translated",
+                  "value" : "a"
+                }
+              },`);
  });
  it('a form beside one text for all makes it the form for most', () => {
    const edit = { op: 'insert', key: ['%lld birds', 'one'], text: 'a', after: null } as const;
    const { units } = target('ja', xcstrings.edit(target('ja'), [edit]));
    expect(units).toMatchObject([
      { key: ['%lld birds', 'one'], text: 'a', state: 'translated' },
      { key: ['%lld birds', 'other'], text: '%lld 羽', state: 'review' },
    ]);
  });
  it('a substitution comes with what it is for', () => {
    const path = ['in %@', 'substitutions', 'dogs'];
    const text = xcstrings.edit(target('fr'), [
      { op: 'insert', key: [...path, 'other'], text: '%arg chiens', after: null },
    ]);
    expect(JSON.parse(text)).toHaveProperty(
      ['strings', 'in %@', 'localizations', 'fr', 'substitutions'],
      {
        dogs: {
          ...{ argNum: 1, formatSpecifier: 'lld' },
          variations: {
            plural: { other: { stringUnit: { state: 'translated', value: '%arg chiens' } } },
          },
        },
      },
    );
  });
  it('a substitution comes with the format string that refers to it, if that has no words', () => {
    const plural = { other: { stringUnit: { state: 'translated', value: '%arg files' } } };
    const catalog = (value: string): string => {
      const substitutions = {
        files: { argNum: 1, formatSpecifier: 'lld', variations: { plural } },
      };
      const en = { stringUnit: { state: 'translated', value }, substitutions };
      const strings = { 'files %lld': { localizations: { en } } };
      return JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' });
    };
    const written = (value: string): unknown => {
      const text = catalog(value);
      const own = xcstrings.parse(text, { role: 'source', locale: 'en' });
      const document = xcstrings.parse(text, { role: 'target', locale: 'de', source: own });
      const key = ['files %lld', 'substitutions', 'files', 'other'];
      const edited = xcstrings.edit(document, [
        { op: 'insert', key, text: '%arg Dateien', after: null },
      ]);
      const { strings } = JSON.parse(edited) as {
        strings: Record<string, { localizations: { de: { stringUnit?: unknown } } }>;
      };
      return strings['files %lld']?.localizations.de.stringUnit;
    };
    expect(written('%#@files@')).toEqual({ state: 'translated', value: '%#@files@' });
    expect(written('%#@files@ left')).toBeUndefined();
  });
  it('a text that is set is translated, or what the edit says', () => {
    const key = ['in %@'];
    expect(change(target('fr'), { op: 'set', key, text: '%1$lld chiens' })).toBe(
      `-            "state" : "new",\n+            "state" : "translated",`,
    );
    expect(change(target('fr'), { op: 'set', key, text: '%1$lld chiens', state: 'initial' })).toBe(
      '',
    );
  });
  it('a language stands on one line where the others do', () => {
    const line = (name: string, value: string): string =>
      `"${name}": { "stringUnit": { "state": "translated", "value": "${value}" } }`;
    const file = (lines: readonly string[]): string =>
      `{\n  "sourceLanguage": "en",\n  "strings": {\n    "a": {\n      "localizations": {\n        ${lines.join(',\n        ')}\n      }\n    }\n  }\n}\n`;
    const document = target('de', file([line('en', 'A'), line('fr', 'B')]));
    const edit = { op: 'insert', key: ['a'], text: 'C', after: null } as const;
    expect(xcstrings.edit(document, [edit])).toBe(
      file([line('de', 'C'), line('en', 'A'), line('fr', 'B')]),
    );
  });
  it('strings that are not translated, or not there, cannot be added to', () => {
    for (const key of [['Old'], ['Shop'], ['Nowhere']])
      expect(() =>
        xcstrings.edit(target('de'), [{ op: 'insert', key, text: 'x', after: null }]),
      ).toThrow(expect.objectContaining({ code: 'not-writable' }) as Error);
    expect(() => xcstrings.derive(source, [], { locale: 'de', language: 'de' })).toThrow(
      'all of its',
    );
  });
});

/** What Xcode writes, of strings that are given by name. */
function catalogOf(strings: object): string {
  return JSON.stringify({ sourceLanguage: 'en', strings, version: '1.0' }, undefined, 2)
    .replace(/": /g, '" : ')
    .replace(/^( *)(.*)\{\}/gm, '$1$2{\n\n$1}');
}

const textOf = (value: string, state = 'translated'): object => ({ stringUnit: { state, value } });

describe('what a string says beside its text', () => {
  it.each([
    ['new', 'initial'],
    ['translated', 'translated'],
    ['needs_review', 'review'],
    ['stale', 'review'],
  ])('the state %s is %s, and stays if the text does', (name, state) => {
    const strings = { a: { localizations: { de: textOf('Hallo', name), en: textOf('Hello') } } };
    const text = catalogOf(strings);
    const document = xcstrings.parse(text, { role: 'target', locale: 'de' });
    expect(document.units).toMatchObject([{ key: ['a'], text: 'Hallo', state }]);
    const edited = xcstrings.edit(document, [{ op: 'set', key: ['a'], text: 'Moin' }]);
    expect(edited).toBe(text.replace(`"${name}"`, '"translated"').replace('Hallo', 'Moin'));
  });
  it.each(['manual', 'migrated', 'extracted_with_value'])(
    'the extraction state %s is kept, and its string is translated',
    (extractionState) => {
      const text = catalogOf({ Hello: { extractionState } });
      const document = xcstrings.parse(text, { role: 'target', locale: 'de' });
      const edit = { op: 'insert', key: ['Hello'], text: 'Hallo', after: null } as const;
      expect(xcstrings.edit(document, [edit])).toBe(
        catalogOf({ Hello: { extractionState, localizations: { de: textOf('Hallo') } } }),
      );
    },
  );
  it('nobody translates what is stale, or not to be translated', () => {
    const strings = { a: { extractionState: 'stale' }, b: { shouldTranslate: false } };
    const text = catalogOf({ ...strings, c: { shouldTranslate: true } });
    expect(xcstrings.parse(text, { locale: 'en' }).units.map(({ text: one }) => one)).toEqual([
      'c',
    ]);
  });
});

describe('variations', () => {
  const forms = (one: string, other: string): object => ({
    variations: { plural: { one: textOf(one), other: textOf(other) } },
  });
  const english = {
    device: { variations: { device: { mac: textOf('Click'), other: textOf('Tap') } } },
    nested: {
      variations: {
        device: { mac: forms('%lld click', '%lld clicks'), other: forms('%lld tap', '%lld taps') },
      },
    },
    width: { variations: { width: { '1': textOf('Fav'), '20': textOf('Favorites') } } },
  };
  const german = {
    device: { variations: { device: { mac: textOf('Klicken'), other: textOf('Tippen') } } },
    nested: {
      variations: {
        device: {
          mac: forms('%lld Klick', '%lld Klicks'),
          other: forms('%lld Tipp', '%lld Tipps'),
        },
      },
    },
    width: { variations: { width: { '1': textOf('Fav.'), '20': textOf('Favoriten') } } },
  };
  const withGerman = (of: typeof english, isThere: boolean): string =>
    catalogOf(
      Object.fromEntries(
        Object.entries(of).map(([name, en]) => {
          const de = german[name as keyof typeof german];
          return [name, { localizations: isThere ? { de, en } : { en } }];
        }),
      ),
    );

  it.each(['device', 'nested', 'width'] as const)(
    'by %s are made as the source has them, in Xcode’s order and layout',
    (name) => {
      const whole = withGerman(english, true);
      const wanted = xcstrings.parse(whole, { role: 'target', locale: 'de' });
      const lacking = xcstrings.parse(withGerman(english, false), { role: 'target', locale: 'de' });
      expect(lacking.units).toEqual([]);
      const edits = wanted.units.map(({ key, text }): Edit => ({
        ...{ op: 'insert', key, text, after: null },
      }));
      expect(wanted.units.filter(({ key }) => key[0] === name).length).toBeGreaterThan(1);
      expect(xcstrings.edit(lacking, edits)).toBe(whole);
    },
  );
  it('are one unit each', () => {
    const { units } = xcstrings.parse(withGerman(english, true), { locale: 'en' });
    expect(units.map(({ key, plural }) => [key.join('/'), plural])).toEqual([
      ['device/device/mac', undefined],
      ['device/device/other', undefined],
      ['nested/device/mac/one', 'one'],
      ['nested/device/mac/other', 'other'],
      ['nested/device/other/one', 'one'],
      ['nested/device/other/other', 'other'],
      ['width/width/1', undefined],
      ['width/width/20', undefined],
    ]);
  });
});

describe('what is no catalog', () => {
  it.each([
    ['', '1:1: the file is empty'],
    ['{}', '1:1: expected a string catalog'],
    ['[]', '1:1: expected a string catalog'],
    ['{"sourceLanguage":"en","strings":[]}', '1:34: expected a string catalog'],
    [sample.slice(0, 200), 'expected'],
  ])('%j is refused', (text, message) => {
    const parse = (): unknown => xcstrings.parse(text, { file: 'f' });
    expect(parse).toThrow(FormatError);
    expect(parse).toThrow(message);
  });
  it('strings and localizations that are no objects are left alone', () => {
    const text = `{"sourceLanguage":"en","strings":{"a":null,"b":{"localizations":[]},"__proto__":{}}}`;
    expect(xcstrings.parse(text).units.map(({ key }) => key)).toEqual([
      ['a'],
      ['b'],
      ['__proto__'],
    ]);
  });
});
