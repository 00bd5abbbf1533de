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
];
const REFUSED = [
  `<string name="a">it's</string>`,
  `<string name="a"><![CDATA[it's]]></string>`,
  `<string name="a">a <b>it's</b></string>`,
  `<string name="a">it&apos;s &#39;</string>`,
  `<string name="a">"a" it's</string>`,
  `<string name="a">it\\\\'s</string>`,
  `<plurals name="p"><item quantity="one">it's</item><item quantity="other">b</item></plurals>`,
  `<string-array name="l"><item>a</item><item>it's</item></string-array>`,
];

const fileOf = (resource: string): string => `<resources>\n  ${resource}\n</resources>\n`;

describe('an apostrophe', () => {
  it.each(TAKEN)('is fine in %s', (resource) => {
    expect(android.parse(fileOf(resource)).problems).toEqual([]);
  });
  it.each(REFUSED)('is an error in %s', (resource) => {
    const { problems, units } = android.parse(fileOf(resource), { file: 'strings.xml' });
    expect(problems).toMatchObject([
      { code: 'invalid-unit', severity: 'error', file: 'strings.xml', line: 2 },
    ]);
    expect(units.some(({ text }) => text.includes("'"))).toBe(true);
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
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});
