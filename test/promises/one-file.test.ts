import { expect, test } from 'vitest';
import { Project } from '../support/project.js';

// A file that holds all locales: source and targets have one path.

const CONFIG =
  'version: 1\nservice: { url: embedded }\nsource: en\ntargets: [de, fr, it]\ncatalogs: [{ files: texts.csv }]\n';
const TABLE = 'keys,en,de,fr\r\nHELLO,Hello,Hallo,Bonjour\r\nBYE,"Bye, you",,\r\n';

function project(table = TABLE): Project {
  return new Project({ 'service.config.yaml': CONFIG, 'texts.csv': table });
}

test('all locales are written in one go, texts of people stay, and then nothing is to do', async () => {
  const one = project();
  const report = await one.report(['sync']);
  expect(report.files).toEqual({ written: 1, unchanged: 0 });
  const lines = one.read('texts.csv').split('\r\n');
  expect(lines[0]).toBe('keys,en,de,fr,it');
  expect(lines[1]).toMatch(/^HELLO,Hello,Hallo,Bonjour,\[it .+\]$/);
  expect(lines[2]).toMatch(/^BYE,"Bye, you","\[de .+\]","\[fr .+\]","\[it .+\]"$/);
  const after = one.read('texts.csv');
  const again = await one.report(['sync']);
  expect(again.files).toEqual({ written: 0, unchanged: 1 });
  expect(again.requests).toBe(0);
  expect(one.read('texts.csv')).toBe(after);
  expect((await one.report(['check'])).problems).toEqual([]);
});

test('a changed source is translated where the text is the machine’s, and kept where it is a person’s', async () => {
  const one = project();
  await one.report(['sync']);
  one.write('texts.csv', one.read('texts.csv').replace('HELLO,Hello,', 'HELLO,Hello there,'));
  const { problems } = await one.report(['sync']);
  const [, hello = ''] = one.read('texts.csv').split('\r\n');
  expect(hello).toMatch(
    /^HELLO,Hello there,Hallo,Bonjour,\[it Ħ|^HELLO,Hello there,Hallo,Bonjour,\[it /,
  );
  expect(problems.map(({ code, locale }) => `${code} ${locale ?? ''}`)).toEqual([
    'review de',
    'review fr',
  ]);
});

test('one locale alone leaves the columns of the others as they are', async () => {
  const one = project();
  await one.report(['sync', '--locale', 'fr']);
  expect(one.read('texts.csv')).toMatch(
    /^keys,en,de,fr\r\nHELLO,Hello,Hallo,Bonjour\r\nBYE,"Bye, you",,"\[fr /,
  );
});

test('a file without a column for its source says so, and stays as it is', async () => {
  const table = 'keys,de,fr\nA,Eins,Un\n';
  const one = project(table);
  const { problems } = await one.report(['sync']);
  expect(problems).toMatchObject([{ code: 'invalid-file', file: 'texts.csv', line: 1 }]);
  expect(one.read('texts.csv')).toBe(table);
});

test('a string catalog of Xcode gets the texts of all locales', async () => {
  const catalog = (localizations: string): string =>
    `{\n  "sourceLanguage" : "en",\n  "strings" : {\n    "Hello %@" : {\n${localizations}    },\n    "Later" : {\n      "shouldTranslate" : false\n    }\n  },\n  "version" : "1.0"\n}\n`;
  const one = new Project({
    'service.config.yaml': CONFIG.replace('texts.csv', 'Localizable.xcstrings'),
    'Localizable.xcstrings': catalog(
      '      "localizations" : {\n        "de" : {\n          "stringUnit" : {\n            "state" : "translated",\n            "value" : "Hallo %@"\n          }\n        }\n      }\n',
    ),
  });
  const report = await one.report(['sync']);
  expect(report.files).toEqual({ written: 1, unchanged: 0 });
  const { strings } = JSON.parse(one.read('Localizable.xcstrings')) as {
    strings: Record<string, { localizations: Record<string, { stringUnit: object }> }>;
  };
  expect(strings['Hello %@']?.localizations).toMatchObject({
    de: { stringUnit: { state: 'translated', value: 'Hallo %@' } },
    fr: { stringUnit: { state: 'translated' } },
    it: { stringUnit: { state: 'translated' } },
  });
  const after = one.read('Localizable.xcstrings');
  expect((await one.report(['sync'])).requests).toBe(0);
  expect(one.read('Localizable.xcstrings')).toBe(after);
});
