import { describe, expect, it } from 'vitest';
import { FluentNames, fromIcu, toIcu } from '../../../src/text/fluent/icu.js';
import { prepare, validate, type MessageContext } from '../../../src/text/index.js';

const context: MessageContext = { syntax: 'fluent', source: 'en', target: 'ru' };
const files = '{ $n ->\n    [0] No files\n    [one] One file\n   *[other] { $n } files\n}';

describe('a Fluent text', () => {
  it.each([
    ["It's # { $name } of { -brand } ({ msg.attr })", "It''s # {a0} of {a1} ({a2})"],
    ['{ NUMBER($n, style: "percent") }', '{a1, number, s0}'],
    ['{ "{" } and {', '{a0} and {a1}'],
    [files, '{a0, plural, =0 {No files} one {One file} other {{a0} files}}'],
    [
      '{ NUMBER($n, type: "ordinal") ->\n    [one] { $n }st\n   *[other] { $n }th\n}',
      '{a0, selectordinal, one {{a0}st} other {{a0}th}}',
    ],
    [
      '{ PLATFORM() ->\n   *[macos] Preferences\n    [other] Settings\n}',
      '{a0, select, k1 {Preferences} other {Settings}}',
    ],
    [
      'x { $n ->\n    [one] #\n   *[other] two\n        lines\n}',
      'x {a0, plural, one {{a1}} other {two\nlines}}',
    ],
  ])('%j is as ICU %j', (text, icu) => {
    const names = new FluentNames();
    expect(toIcu(text, names)).toBe(icu);
    if (!/two|and \{/.test(text)) expect(fromIcu(icu, names)).toBe(text);
  });
  it('of several lines in a variant comes back as it was', () => {
    const text = '{ $n ->\n   *[other]\n        two\n          lines\n}';
    const names = new FluentNames();
    expect(fromIcu(toIcu(text, names), names)).toBe(text);
  });
});

function sent(text: string, to = context): readonly string[] {
  return prepare(text, to, 'element').texts;
}

function translated(text: string, to = context): string {
  const prepared = prepare(text, to, 'element');
  const restored = prepared.restore(
    prepared.texts.map((one) => one.toUpperCase().replaceAll('<X', '<x').replaceAll('</X', '</x')),
  );
  return restored.ok ? restored.text : restored.problem.message;
}

describe('prepare', () => {
  it('gives the forms of the target', () => {
    expect(translated(files)).toBe(
      '{ $n ->\n    [0] NO FILES\n    [one] { $n } FILES\n    [few] { $n } FILES\n    [many] { $n } FILES\n   *[other] { $n } FILES\n}',
    );
    expect(translated('{ $n ->\n    [one] x\n   *[other] y\n}', { ...context, target: 'ja' })).toBe(
      '{ $n ->\n   *[other] Y\n}',
    );
  });
  it('gives a variant the rest of its sentence', () => {
    const text = 'You have { $n ->\n    [one] one { -thing }\n   *[other] { $n } things\n} left.';
    expect(sent(text, { ...context, target: 'de' })).toMatchObject(
      [/^You have one .* left\.$/, /^You have .*things left\.$/].map((one): unknown =>
        expect.stringMatching(one),
      ),
    );
    expect(translated(text, { ...context, target: 'de' })).toBe(
      '{ $n ->\n    [one] YOU HAVE ONE { -thing } LEFT.\n   *[other] YOU HAVE { $n } THINGS LEFT.\n}',
    );
  });
  it.each([
    'Hello { $name }, { -brand(case: "x") } { NUMBER($n, a: 2) } { msg.attr } { "" }!',
    '{ $gender ->\n    [male] his\n   *[female-ish] her { $x }\n}',
    'don\'t {"{"}it{"}"}',
  ])('keeps the placeables of %j', (text) => {
    const codes = (one: string): string[] => one.match(/\{ ?["$a-z-][^}]*\}|\[[^\]]*\]/g) ?? [];
    expect(codes(translated(text).toLowerCase())).toEqual(codes(text.toLowerCase()));
  });
});

describe('validate', () => {
  const codes = (source: string, target: string, to = 'ru'): string[] =>
    validate(source, target, { ...context, target: to }).map(({ message }) => message);
  it.each([
    ['Hi { $name }', 'Привет', ['missing { $name }']],
    ['{ -brand } is open', 'Открыт { -brand(case: "x") }', []],
    ['{ DATETIME($d, month: "long") }', '{ DATETIME($d, month: "short") }', []],
    ['{""}a b', 'в г', []],
    [
      '{ -brand } is',
      '{ -brand.gender ->\n    [male] { -brand } был\n   *[other] { -brand } была\n}',
      [],
    ],
    [
      '{ $g ->\n    [m] his\n   *[f] her\n}',
      '{ $g ->\n    [ma] его\n   *[f] её\n}',
      ['in the choice on { $g }: missing m; ma not in the source'],
    ],
    ['Firefox', '{ $case ->\n   *[nominative] Firefox\n    [genitive] Firefoksa\n}', []],
    [
      '{ $case ->\n   *[upper] Firefox\n    [lower] firefox\n}',
      '{ $case ->\n   *[upper] Фаерфокс\n    [lower] фаерфокс\n}',
      [],
    ],
    [
      '{ $g ->\n   *[m] his\n    [f] her\n}',
      '{ $h ->\n   *[m] его\n    [f] её\n}',
      ['missing { $g }'],
    ],
    [
      files,
      '{ $n ->\n    [one] { $n } файл\n    [few] { $n } файла\n   *[many] { $n } файлов\n}',
      [],
    ],
    [
      files,
      '{ $n ->\n    [one] { $n } файл\n   *[other] { $n } файла\n}',
      ['the plural on { $n } lacks few, many, which ru needs'],
    ],
    // Both platforms have one word, or each has its own.
    ['{ PLATFORM() ->\n    [macos] { $x } Document\n   *[other] { $x } File\n}', 'Файл { $x }', []],
    ['{ $x } File', '{ PLATFORM() ->\n    [macos] { $x } Д\n   *[other] { $x } Ф\n}', []],
    [
      '{ PLATFORM() ->\n    [macos] { $x } Document\n   *[other] { $x } File\n}',
      'Файл',
      ['missing { $x }'],
    ],
    [
      '{ PLATFORM() ->\n    [macos] A\n   *[other] B\n}',
      '{ PLATFORM() ->\n    [mac] А\n   *[other] Б\n}',
      ['in the choice on { PLATFORM() }: missing macos; mac not in the source'],
    ],
  ])('%j as %j', (source, target, messages) => {
    expect(codes(source, target)).toEqual(messages);
  });
});
