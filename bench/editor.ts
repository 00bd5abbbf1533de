/**
 * How fast an editor is answered, over stdio: `npx tsx bench/editor.ts`. A project of 10,000 keys in
 * 20 files, in three locales, and 2,000 files of code. Types a key as people do, with pauses in which
 * everything is read again, and asks after each keystroke what editors ask: completion, hints, and
 * now and then a hover. Then opens and closes files. Exits with 1 beyond `LIMITS`.
 */
import { readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from '../test/editor/support.js';
import { Project } from '../test/support/project.js';
import { formatTable } from './support/table.js';

const CATALOGS = 20;
const KEYS = 500;
const FILES = 2_000;
const TYPED = ['src/view7.tsx', 'src/view8.tsx', 'src/view9.tsx'];
/** Files that are opened and closed again. */
const OPENED = 300;
/** Milliseconds between keystrokes: 80 words a minute. */
const STROKE = 150;
/** Keystrokes between two pauses, and their milliseconds. */
const BURST = 12;
const PAUSE = 2_000;
const LIMITS = { keystroke: 50, first: 2_000, memory: 250 };

const CONFIG = `version: 1
source: en
targets: [de, fr]
catalogs: [{ files: 'locales/{locale}/*.json' }]
extract: { code: ['src/**/*.tsx'], catalog: 'locales/en/{namespace}.json', namespace: part0 }
`;

function catalog(locale: string, part: number): string {
  const group = (at: number): object =>
    Object.fromEntries(
      Array.from({ length: 10 }, (_, one) => {
        const text = `${locale}: the ${one}th of {{total}} words in ${part}, ${at}`;
        return [`text${one}`, text];
      }),
    );
  const groups = Array.from({ length: KEYS / 10 }, (_, at) => [`group${at}`, group(at)]);
  return JSON.stringify(Object.fromEntries(groups), null, 2);
}

/** A component of 60 lines, which uses five keys. */
function component(at: number): string {
  const part = at % CATALOGS;
  const uses = Array.from({ length: 5 }, (_, one) => {
    const key = `group${(at >> 2) % (KEYS / 10)}.text${(at + one) % 10}`;
    return `      <p title={name}>{t('${key}', { total: ${one} })}</p>`;
  });
  const rest = Array.from({ length: 40 }, (_, one) => `  if (name === '${one}') n += ${one};`);
  return `import { useTranslation } from 'react-i18next';

export function View${at}({ name }: { name: string }) {
  const { t } = useTranslation('part${part}');
  let n = 0;
${rest.join('\n')}
  return (
    <div data-n={n}>
${uses.join('\n')}
    </div>
  );
}
`;
}

const files = Object.fromEntries([
  ['service.config.yaml', CONFIG],
  ['package.json', '{ "dependencies": { "i18next": "*", "react-i18next": "*" } }'],
  ...['en', 'de', 'fr'].flatMap((locale) =>
    Array.from({ length: CATALOGS }, (_, part): [string, string] => [
      `locales/${locale}/part${part}.json`,
      catalog(locale, part),
    ]),
  ),
  ...Array.from({ length: FILES }, (_, at): [string, string] => [
    `src/view${at}.tsx`,
    component(at),
  ]),
]) as Readonly<Record<string, string>>;

const ends: (() => Promise<void> | void)[] = [];
const project = new Project(files, 'editor-bench', (end) => void ends.push(end));

/** Resident and peak MiB of the server. */
function memory(client: Client): readonly number[] {
  const status = readFileSync(`/proc/${client.child.pid ?? 0}/status`, 'utf8');
  return ['VmRSS', 'VmHWM'].map((name) => {
    const [, found = '0'] = new RegExp(`${name}:\\s*(\\d+)`).exec(status) ?? [];
    return Number(found) / 1024;
  });
}

/** Milliseconds that the server's main thread has computed: what an idle machine would wait. */
function computed(client: Client): number {
  const pid = client.child.pid ?? 0;
  const [nanoseconds = '0'] = readFileSync(`/proc/${pid}/task/${pid}/schedstat`, 'utf8').split(' ');
  return Number(nanoseconds) / 1e6;
}

const at = (values: readonly number[], part: number): number =>
  [...values].sort((a, b) => a - b)[
    Math.min(values.length - 1, Math.floor(values.length * part))
  ] ?? 0;

const times: { [name: string]: number[] } = {};

async function timed<T>(name: string, work: Promise<T>): Promise<T> {
  const start = performance.now();
  const result = await work;
  (times[name] ??= []).push(performance.now() - start);
  return result;
}

/** Types a key in a file, letter by letter. */
async function typeIn(client: Client, file: string, typed: string): Promise<void> {
  const whole = { start: { line: 0, character: 0 }, end: { line: 60, character: 0 } };
  const start = "      <p title={name}>{t('";
  await client.type(file, '    <div data-n={n}>\n', `    <div data-n={n}>\n${start}')}</p>\n`);
  let before = '';
  for (const [one, letter] of typed.split('').entries()) {
    await sleep(one % BURST === BURST - 1 ? PAUSE : STROKE);
    const [stroke, cpu] = [performance.now(), computed(client)];
    await client.type(file, `${start}${before}`, `${start}${before}${letter}`);
    before += letter;
    const here = client.at(file, `${start}${before}|`);
    const asked: Promise<unknown>[] = [
      timed('completion', client.ask('textDocument/completion', here)),
      timed('hints', client.ask('textDocument/inlayHint', { ...here, range: whole })),
    ];
    if (one % 4 === 0) asked.push(timed('hover', client.ask('textDocument/hover', here)));
    if (one % 4 === 2)
      asked.push(timed('signature', client.ask('textDocument/signatureHelp', here)));
    await Promise.all(asked);
    (times['keystroke'] ??= []).push(performance.now() - stroke);
    (times['its processor time'] ??= []).push(computed(client) - cpu);
  }
}

/** Opens a catalog and a file of code. Returns the milliseconds until each has diagnostics. */
async function firstDiagnostics(): Promise<{ client: Client; catalog: number; code: number }> {
  const started = performance.now();
  const client = await Client.start(project, (end) => void ends.unshift(end));
  await client.open('locales/de/part7.json');
  await client.open(
    'src/view7.tsx',
    (files['src/view7.tsx'] ?? '').replace("t('group", "t('gruppe"),
  );
  await client.diagnostics('locales/de/part7.json', () => true);
  const catalog = performance.now() - started;
  await client.diagnostics('src/view7.tsx', (all) => all.length > 0);
  return { client, catalog, code: performance.now() - started };
}

try {
  const cold = await firstDiagnostics();
  await cold.client.end();
  // What the first `sync` or `extract` of a checkout leaves behind.
  await project.run(['extract', '--dry-run', '--quiet']);
  const { client, catalog: ofCatalog, code: first } = await firstDiagnostics();
  await sleep(PAUSE);
  for (const file of TYPED) {
    if (file !== 'src/view7.tsx') await client.open(file);
    await typeIn(client, file, 'group1.text7 and a word');
    await typeIn(client, file, 'group12.text1 once again');
  }
  const [busy = 0] = memory(client);
  for (let one = 100; one < OPENED + 100; one += 1) {
    await client.open(`src/view${one}.tsx`);
    await client.close(`src/view${one}.tsx`);
  }
  await sleep(2 * PAUSE);
  await client.ask('textDocument/hover', client.at('src/view7.tsx', "t('gru|ppe"));
  const [after = 0, peak = 0] = memory(client);
  const rows = Object.entries(times).map(([name, all]) => [
    name,
    `${all.length}`,
    ...[0.5, 0.95, 1].map((part) => `${at(all, part).toFixed(1)} ms`),
  ]);
  console.log(formatTable('answers', [['', 'n', 'median', '95 %', 'longest'], ...rows]));
  const said = (name: string, of: typeof cold): string =>
    `${name}: of a catalog after ${of.catalog.toFixed(0)} ms, of code after ${of.code.toFixed(0)} ms`;
  console.log(said('first diagnostics in a new checkout', cold));
  console.log(said('first diagnostics', { client, catalog: ofCatalog, code: first }));
  console.log(
    `memory: ${busy.toFixed(0)} MiB while typing, ${after.toFixed(0)} MiB after ${OPENED} files were opened and closed, at most ${peak.toFixed(0)} MiB`,
  );
  const slow = at(times['keystroke'] ?? [], 0.95);
  const latest = Math.max(cold.code, first);
  if (slow > LIMITS.keystroke || latest > LIMITS.first || peak > LIMITS.memory)
    process.exitCode = 1;
} finally {
  for (const end of ends) await end();
}
