import { spawnSync } from 'node:child_process';
import { existsSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { android } from '../../../src/formats/android/index.js';

const TAKEN = [
  `<string name="a">"it's"</string>`,
  `<string name="a">it\\'s</string>`,
  `<string name="a">a <b x="it's">b</b></string>`,
  `<string name="a">it’s</string>`,
  `<string name="a">"a" it\\'s "it's"</string>`,
  `<string name="a">"a <xliff:g>it's</xliff:g> it's"</string>`,
  `<string name="a">"it's" <b>"it's"</b> c</string>`,
];
const REFUSED = [
  `<string name="a">it's</string>`,
  `<string name="a"><![CDATA[it's]]></string>`,
  `<string name="a">a <b>it's</b></string>`,
  `<string name="a">it&apos;s &#39;</string>`,
  `<string name="a">"a" it's</string>`,
  `<string name="a">"a <b>it's</b> c"</string>`,
  `<string name="a">"a <b>b</b> it's"</string>`,
  `<string name="a">"a <xliff:g><b>it's</b></xliff:g> c"</string>`,
  `<string name="a">it\\\\'s</string>`,
  `<plurals name="p"><item quantity="one">it's</item><item quantity="other">b</item></plurals>`,
  `<string-array name="l"><item>a</item><item>it's</item></string-array>`,
];

const fileOf = (resource: string): string =>
  `<resources xmlns:xliff="urn:oasis:names:tc:xliff:document:1.2">\n  ${resource}\n</resources>\n`;

/** Values, a text that takes the place of theirs, and what is written. */
const WRITTEN: readonly (readonly [string, string, string])[] = [
  [`a <b>x</b> c`, `it's <b>it's</b> it's`, `it\\'s <b>it\\'s</b> it\\'s`],
  [`"a <b>x</b> c"`, `it's <b>it's</b>`, `"it\\'s <b>it\\'s</b>"`],
  [`"a <b>x</b> c"`, `a  <b>x  y</b> c`, `"a  "<b>"x  y"</b> c`],
  [`a <b>x</b> c`, ` a <b> x  y </b> c `, `" a "<b>" x  y "</b>" c "`],
  [`<b>x</b>`, `<b> x </b>`, `<b>" x "</b>`],
  [
    `a <xliff:g id="n">x</xliff:g> c`,
    `a  <xliff:g id="n">x</xliff:g> it's`,
    `"a  <xliff:g id="n">x</xliff:g> it\\'s"`,
  ],
];

describe('an apostrophe', () => {
  it.each(TAKEN)('is fine in %s', (resource) => {
    const { problems } = android.parse(fileOf(resource));
    expect(problems.filter(({ message }) => message.includes('apostrophe'))).toEqual([]);
  });
  it.each(REFUSED)('is an error in %s', (resource) => {
    const { problems, units } = android.parse(fileOf(resource), { file: 'strings.xml' });
    expect(problems).toMatchObject([
      { code: 'invalid-unit', severity: 'error', file: 'strings.xml', line: 2 },
    ]);
    expect(units.some(({ text }) => text.includes("'"))).toBe(true);
  });
  it.each(WRITTEN)('is escaped, and quotes end at styles: %s, %s', (before, text, after) => {
    const document = android.parse(fileOf(`<string name="a">${before}</string>`));
    const edited = android.edit(document, [{ op: 'set', key: ['a'], text }]);
    expect(edited).toBe(fileOf(`<string name="a">${after}</string>`));
    expect(android.parse(edited)).toMatchObject({ problems: [], units: [{ text }] });
  });
  it.skipIf(!existsSync('/usr/bin/aapt2'))('is refused by aapt2 in just these', () => {
    const folder = mkdtempSync(join(tmpdir(), 'locale-sync-aapt2-'));
    try {
      mkdirSync(join(folder, 'values'));
      const isTaken = (resource: string): boolean => {
        writeFileSync(join(folder, 'values/strings.xml'), fileOf(resource));
        const args = ['compile', 'values/strings.xml', '-o', '.'];
        return spawnSync('aapt2', args, { cwd: folder }).status === 0;
      };
      expect(TAKEN.filter((resource) => !isTaken(resource))).toEqual([]);
      expect(REFUSED.filter(isTaken)).toEqual([]);
      const written = WRITTEN.map(([, , value]) => `<string name="a">${value}</string>`);
      expect(written.filter((resource) => !isTaken(resource))).toEqual([]);
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

it.each([
  ['?Who is there', 1],
  ['? Who', 1],
  ['\\?Who', 0],
  ['"?Who"', 0],
  ['?', 0],
  ['??', 0],
  ['?attr/colorPrimary', 0],
  ['?Who <b>is</b> there', 0],
])('reports a question mark at the start of a text: %s', (value, times) => {
  const { problems } = android.parse(fileOf(`<string name="a">${value}</string>`));
  expect(problems.map(({ code }) => code)).toEqual(Array(times).fill('invalid-unit'));
});

it.each([
  ['A "good" day', 1],
  ['"Good" day', 1],
  ['A "good day"', 1],
  ['A \\"good\\" day', 0],
  ['"A good day"', 0],
  ['"A \\"good\\" day"', 0],
  ['Name:" "', 0],
  ['5" wide', 1],
  ['Say "good', 1],
  ['"A "<b>good</b>" day"', 0],
])('reports quotes that aapt2 leaves out: %s', (value, times) => {
  const { problems } = android.parse(fileOf(`<string name="a">${value}</string>`));
  expect(problems.map(({ code }) => code)).toEqual(Array(times).fill('invalid-unit'));
});
