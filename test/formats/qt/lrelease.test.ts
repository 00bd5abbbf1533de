import { execFileSync } from 'node:child_process';
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { qtForms } from '../../../src/model/index.js';
import { ownRule } from '../../../src/text/plural/library.js';
import { lrelease } from '../../promises/tools/tools.js';

const LOCALES =
  'ar be br bs cs cy de en en_GB fa fr ga gd he hr hu is it ja lt lv mk mo mt nb pl pt pt_BR ro ru ' +
  'se sh sk sl sq sr sv th tl tr uk vi zh_CN zu ast dsb ig sc';

const MESSAGE = (language: string): string =>
  `<!DOCTYPE TS><TS version="2.1" language="${language}"><context><name>A</name><message numerus="yes"><source>%n</source><translation>${'<numerusform>a</numerusform>'.repeat(8)}</translation></message></context></TS>`;

/** Portuguese has other rules in Qt 5. */
const command = lrelease.files.find((file) => file.includes('qt6') && existsSync(file)) ?? '';

describe.runIf(command !== '')('plural forms of Qt 6', () => {
  it('are those of the rules that lrelease writes', () => {
    const folder = mkdtempSync(join(tmpdir(), 'locale-sync-qt-'));
    try {
      for (const locale of LOCALES.split(' ')) {
        const [ts, qm] = ['x.ts', 'x.qm'].map((name) => join(folder, name)) as [string, string];
        writeFileSync(ts, MESSAGE(locale));
        execFileSync(command, ['-silent', ts, '-qm', qm], { stdio: 'ignore' });
        const rules = rulesOf(readFileSync(qm));
        const forms = qtForms(locale);
        expect(forms, locale).toHaveLength(rules.length + 1);
        for (let n = 0; n < 130; n += 1) {
          const index = rules.findIndex((rule) => holds(rule, n));
          const form = forms[index === -1 ? rules.length : index];
          expect(ownRule('qt', locale)?.select(n), `${locale}: ${n}`).toBe(form);
        }
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });
});

/** Rules of all forms but the last: section 0x88 of a compiled file (qtranslator.cpp). */
function rulesOf(file: Buffer): number[][] {
  for (let at = 16; at < file.length; at += 5 + file.readUInt32BE(at + 1)) {
    if (file[at] !== 0x88) continue;
    const rules: number[][] = [[]];
    for (const code of file.subarray(at + 5, at + 5 + file.readUInt32BE(at + 1)))
      if (code === 0xff) rules.push([]);
      else rules.at(-1)?.push(code);
    return rules;
  }
  return [];
}

/** Whether a rule holds for a number: `or` of `and` of comparisons, each with its operands. */
function holds(rule: readonly number[], n: number): boolean {
  let [any, all] = [false, true];
  for (let at = 0; at < rule.length;) {
    const code = rule[at] ?? 0;
    const [first = 0, second = 0] = rule.slice(at + 1);
    const value = code & 0x10 ? n % 10 : code & 0x20 ? n % 100 : n;
    const found = [false, value === first, value < first, value <= first][code & 7];
    const is = (code & 7) === 4 ? value >= first && value <= second : found === true;
    all &&= is !== ((code & 8) !== 0);
    at += (code & 7) === 4 ? 3 : 2;
    if (rule[at] === 0xfe || at >= rule.length) [any, all] = [any || all, true];
    at += 1;
  }
  return any;
}
