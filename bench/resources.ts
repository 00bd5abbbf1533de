// npm run build && npx tsx bench/resources.ts
// Number of requests for glossary and style files: a glossary of 10,000 terms in 5 pairs when it is
// pushed, up to date and changed, and a sync with both.
import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { KEY, openService } from './support/service.js';

const CLI = resolve(import.meta.dirname, '../dist/cli.cjs');
const TARGETS = ['de', 'fr', 'es', 'it', 'ja'];
const TERMS = 2_000;
const root = mkdtempSync(join(tmpdir(), 'locale-sync-resources-'));
const service = await openService(CLI, []);
const env = {
  ...process.env,
  SERVICE_URL: service.url,
  SERVICE_AUTH_KEY: KEY,
  SERVICE_AUTH_SCHEME: 'DeepL-Auth-Key',
};

function write(path: string, content: string): void {
  mkdirSync(join(root, path, '..'), { recursive: true });
  writeFileSync(join(root, path), content);
}

/** @param changed number of targets with another text for one term */
function glossary(changed = 0): string {
  const rows = Array.from({ length: TERMS }, (_, i) =>
    [
      `term ${i}`,
      ...TARGETS.map((target, at) => `${target} ${i}${i === 7 && at < changed ? '!' : ''}`),
    ].join(','),
  );
  return `en,${TARGETS.join(',')}\n${rows.join('\n')}\n`;
}

const STYLE = TARGETS.map(
  (target) => `${target}: { custom_instructions: [{ label: Tone, prompt: Friendly }] }\n`,
).join('');

/** The requests of one command. */
async function requests(...args: readonly string[]): Promise<number> {
  const before = (await service.asked()).requests;
  const { status, stderr } = spawnSync(process.execPath, [CLI, ...args], { cwd: root, env });
  if (status !== 0) throw new Error(`${args.join(' ')}: ${String(stderr)}`);
  return (await service.asked()).requests - before;
}

function config(translate: object): void {
  const catalogs = [{ files: 'locales/{locale}.json' }];
  write(
    'service.config.json',
    JSON.stringify({ version: 1, source: 'en', targets: TARGETS, catalogs, translate }),
  );
}

try {
  write('locales/en.json', JSON.stringify({ a: 'Term 7 is here', b: 'Another text' }));
  config({ glossary: 'glossaries/shop.csv', style: 'styles/shop.yaml' });
  write('glossaries/shop.csv', glossary());
  write('styles/shop.yaml', '');
  const shown: [string, number][] = [];
  const note = async (what: string, ...args: readonly string[]): Promise<void> => {
    shown.push([what, await requests(...args)]);
  };
  await note('push of 10,000 terms in 5 pairs', 'resources', 'push');
  await note('sync of 2 texts × 5 with the glossary in step', 'sync');
  await note('sync with nothing to do', 'sync');
  for (const changed of [1, 2, 5]) {
    write('glossaries/shop.csv', glossary(changed));
    await note(`push, ${changed} more pairs changed`, 'resources', 'push');
    write('glossaries/shop.csv', glossary());
    await requests('resources', 'push');
  }
  write('styles/shop.yaml', STYLE);
  await note('push of styles for 5 languages', 'resources', 'push');
  write('styles/shop.yaml', STYLE.replace('Friendly', 'Calm'));
  await note('push of one changed instruction', 'resources', 'push');
  for (const [what, count] of shown) console.log(`${String(count).padStart(4)}  ${what}`);
} finally {
  await service.close();
  rmSync(root, { recursive: true, force: true });
}
