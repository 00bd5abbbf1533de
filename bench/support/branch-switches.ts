import { execFileSync, fork } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';

const ROOT = resolve(import.meta.dirname, '../..');

/** Number of texts in a catalog. */
const TEXTS = 20;

/** A dev server that reports its memory after garbage collection. */
const SERVER = `import { createServer } from 'vite';
import { localeSync } from 'locale-sync/vite';
const server = await createServer({
  root: process.cwd(), configFile: false, logLevel: 'silent',
  server: { port: 0, host: '127.0.0.1' }, plugins: process.argv[2] === 'with' ? [localeSync()] : [],
});
await server.listen();
process.on('message', async () => {
  // V8 releases pages shortly after it has collected their content, and not always all of them.
  let least = Infinity;
  for (let i = 0; i < 4; i += 1) {
    globalThis.gc();
    await new Promise((done) => setTimeout(done, 500));
    least = Math.min(least, process.memoryUsage().rss);
  }
  process.send(least / 2 ** 20);
});
process.send(0);
`;

export interface Switched {
  /** Resident memory in MiB before the first switch and after each pair of switches. */
  readonly rss: readonly number[];
  /** The last value relative to the first, in percent. */
  readonly grownPercent: number;
}

/** Git changes every catalog of a project back and forth while a dev server runs. */
export async function switchBranches(options: {
  readonly catalogs: number;
  readonly switches: number;
}): Promise<Record<'with' | 'without', Switched>> {
  return { with: await switched(options, 'with'), without: await switched(options, 'without') };
}

async function switched(
  { catalogs, switches }: { readonly catalogs: number; readonly switches: number },
  how: 'with' | 'without',
): Promise<Switched> {
  const folder = mkdtempSync(join(tmpdir(), 'locale-sync-switch-'));
  const git = (...args: string[]): void => {
    execFileSync('git', ['-c', 'user.name=b', '-c', 'user.email=b@example.com', ...args], {
      cwd: folder,
      stdio: 'ignore',
    });
  };
  const write = (word: string): void => {
    for (let i = 0; i < catalogs / 2; i += 1) {
      for (const locale of ['en', 'de']) {
        const texts = Array.from({ length: TEXTS }, (_, at) => [`key${at}`, `${word} ${i} ${at}`]);
        const text = `${JSON.stringify(Object.fromEntries(texts), null, 2)}\n`;
        mkdirSync(join(folder, 'locales', locale), { recursive: true });
        writeFileSync(join(folder, 'locales', locale, `part${i}.json`), text);
      }
    }
  };
  writeFileSync(
    join(folder, 'service.config.yaml'),
    'version: 1\nsource: en\ntargets: [de]\ncatalogs:\n  - files: locales/{locale}/*.json\n',
  );
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  writeFileSync(join(folder, '.gitignore'), 'node_modules\n.locale-sync\n');
  writeFileSync(join(folder, 'server.js'), SERVER);
  mkdirSync(join(folder, 'node_modules'));
  symlinkSync(join(ROOT, 'node_modules/vite'), join(folder, 'node_modules/vite'), 'dir');
  symlinkSync(ROOT, join(folder, 'node_modules/locale-sync'), 'dir');
  git('init', '-q', '-b', 'one');
  write('Text');
  git('add', '-A');
  git('commit', '-qm', 'one');
  git('checkout', '-qb', 'two');
  write('Another text');
  git('add', '-A');
  git('commit', '-qm', 'two');
  const server = fork(join(folder, 'server.js'), [how], { cwd: folder, execArgv: ['--expose-gc'] });
  const answer = (): Promise<number> => new Promise((done) => server.once('message', done));
  try {
    await answer();
    const measure = async (): Promise<number> => {
      await sleep(6000);
      const next = answer();
      server.send('measure');
      return Math.round(await next);
    };
    const rss = [await measure()];
    for (let i = 0; i < switches; i += 1) {
      git('checkout', '-q', i % 2 === 0 ? 'one' : 'two');
      if (i % 2 === 1) rss.push(await measure());
      else await sleep(4000);
    }
    const [first = 1] = rss;
    return { rss, grownPercent: Math.round(((rss.at(-1) ?? first) / first - 1) * 100) };
  } finally {
    server.kill();
    rmSync(folder, { recursive: true, force: true });
  }
}
