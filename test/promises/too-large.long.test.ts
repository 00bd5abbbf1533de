import { expect, test } from 'vitest';
import { createEngine, loadConfig } from '../../src/index.js';
import type { Report } from '../../src/index.js';
import { Project } from '../support/project.js';

// A text that no request has room for is said by check, plan and sync alike, to the byte (P6, P8).

type Make = (size: number) => Readonly<Record<string, string>>;

const json = (texts: Readonly<Record<string, string>>) => ({ 'l/en.json': JSON.stringify(texts) });
const a = (size: number): string => 'a'.repeat(size);

const KINDS: readonly [string, Make, string?][] = [
  ['plain', (n) => json({ a: a(n) })],
  ['of two bytes', (n) => json({ a: 'é'.repeat(n >> 1) + a(n & 1) })],
  ['of four bytes', (n) => json({ a: a(1 + ((n - 1) & 3)) + '👍'.repeat((n - 1) >> 2) })],
  ['escaped', (n) => json({ a: `a${'\\"'.repeat((n - 2) >> 2)}${a(1 + (n & 3))}` })],
  ['tagged', (n) => json({ a: `${a(n)} {x}` })],
  ['with markup', (n) => json({ a: `<b>${a(n)}</b>` })],
  ['plural keys', (n) => json({ a_one: `{{count}} ${a(n)}`, a_other: `{{count}} ${a(n)}s` })],
  ['with context', (n) => json({ 'cart.a': a(n), 'cart.b': 'Text' }), 'context: auto'],
  ['YAML', (n) => ({ 'l/en.yml': `en:\n  a: ${a(n)} %{x}\n` })],
  ['SRT', (n) => ({ 'l/en.srt': `1\n00:00:01,000 --> 00:00:02,000\n${a(n)}\n` })],
  [
    'XLIFF',
    (n) => ({
      'l/en.xlf': `<xliff xmlns="urn:oasis:names:tc:xliff:document:2.0" version="2.0" srcLang="en"><file id="f"><unit id="u"><segment><source>${a(n)} <ph id="1"/></source></segment></unit></file></xliff>`,
    }),
  ],
];

async function engineFor(files: Readonly<Record<string, string>>, translate: string) {
  const ending = Object.keys(files)[0]?.split('.').at(-1) ?? '';
  const config = `version: 1\nsource: en\ntargets: [de]\nservice: { url: embedded }\ntranslate: { ${translate} }\ncatalogs:\n  - files: l/{locale}.${ending}\n`;
  const project = new Project({ 'service.config.yaml': config, ...files });
  return createEngine(await loadConfig({ cwd: project.root, env: {} }));
}

const isTooLarge = ({ problems }: Report): boolean =>
  problems.some(({ code }) => code === 'text-too-large');

test.each(KINDS)('%s', async (_, make, translate = '') => {
  /** The first size that is too large, as `plan` says. */
  let [fits, least] = [125_000, 131_200];
  while (least - fits > 1) {
    const middle = (fits + least) >> 1;
    const { report } = await (await engineFor(make(middle), translate)).plan();
    if (isTooLarge(report)) least = middle;
    else fits = middle;
  }
  for (const size of [least - 150, least - 1, least, least + 1]) {
    const engine = await engineFor(make(size), translate);
    const check = await engine.check();
    const { report: plan } = await engine.plan();
    const sync = await engine.sync();
    await engine.close();
    const found = [check, plan, sync].map(isTooLarge);
    expect(found, String(size)).toEqual(Array<boolean>(3).fill(size >= least));
    const paid = [check, plan, sync].map(({ requests, characters }) => [requests, characters]);
    expect(paid[1], String(size)).toEqual(paid[0]);
    expect(paid[2], String(size)).toEqual(paid[0]);
  }
});
