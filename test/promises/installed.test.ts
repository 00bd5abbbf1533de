import { execFileSync, spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';

interface Locked {
  readonly dev?: boolean;
  readonly devOptional?: boolean;
  readonly peer?: boolean;
  readonly optional?: boolean;
}

interface Packed {
  readonly files: readonly { readonly path: string }[];
  readonly unpackedSize: number;
}

const heavy =
  /^(?:harper\.js|nspell|dictionary-.*|pdf-lib|pdfjs-dist|vite|webpack|@rspack\/.*|i18next-parser|i18next-cli)$/;

/** Packages that an installation brings. */
function installed(): readonly string[] {
  const lock = JSON.parse(readFileSync('package-lock.json', 'utf8')) as {
    readonly packages: Readonly<Record<string, Locked>>;
  };
  return Object.entries(lock.packages)
    .filter(([path, { dev, devOptional, peer, optional }]) => {
      return path !== '' && ![dev, devOptional, peer, optional].includes(true);
    })
    .map(([path]) => path);
}

const nameOf = (path: string) => path.slice(path.lastIndexOf('node_modules/') + 13);

function bytesIn(folder: string): number {
  return readdirSync(folder, { withFileTypes: true }).reduce((sum, entry) => {
    const path = join(folder, entry.name);
    if (entry.name === 'node_modules') return sum;
    return sum + (entry.isDirectory() ? bytesIn(path) : statSync(path).size);
  }, 0);
}

describe('an installation of the tool', () => {
  it('brings none of the engines of the service, and 30 MB at most', () => {
    const packages = installed();
    expect(packages.length).toBeGreaterThan(15);
    expect(packages.map(nameOf).filter((name) => heavy.test(name))).toEqual([]);
    const bytes = packages.reduce((sum, path) => sum + bytesIn(path), 0);
    expect(bytes).toBeLessThan(30_000_000);
  });

  it('is packed as what is built, the schema and the documents about it', () => {
    const args = ['pack', '--dry-run', '--json', '--ignore-scripts'];
    const output = execFileSync('npm', args, {
      encoding: 'utf8',
      stdio: ['ignore', 'pipe', 'ignore'],
    });
    const [packed] = JSON.parse(output) as readonly Packed[];
    const folders = new Set(packed?.files.map(({ path }) => path.split('/')[0]));
    expect(folders).toContain('dist');
    for (const folder of ['src', 'test', 'bench', 'node_modules', 'examples']) {
      expect(folders).not.toContain(folder);
    }
    // Pages that the README links to are there in node_modules, too.
    const links = [...readFileSync('README.md', 'utf8').matchAll(/\]\((docs\/[^)#]+)/g)];
    const paths = packed?.files.map(({ path }) => path);
    expect(links.length).toBeGreaterThan(5);
    expect(paths).toEqual(expect.arrayContaining(links.map(([, path]) => path)));
    expect(packed?.unpackedSize).toBeLessThan(9_500_000);
  });
});

/** Packages that Node resolves when a built entry is imported. */
function loadedBy(entry: string): readonly string[] {
  const hooks =
    'export async function resolve(name, context, next) { const found = await next(name, context); process._rawDebug("@" + found.url); return found; }';
  const register = `import { register } from 'node:module'; register('data:text/javascript,' + ${JSON.stringify(encodeURIComponent(hooks))});`;
  const run = spawnSync(
    process.execPath,
    [
      '--import',
      `data:text/javascript,${encodeURIComponent(register)}`,
      '--input-type=module',
      '--eval',
      `await import(${JSON.stringify(`${process.cwd()}/dist/${entry}.js`)});`,
    ],
    { encoding: 'utf8' },
  );
  expect(run.status).toBe(0);
  expect(run.stderr).toContain(`dist/${entry}.js`);
  const names = run.stderr.matchAll(/^@file:.*\/node_modules\/((?:@[^/]+\/)?[^/]+)\//gm);
  return [...new Set([...names].map(([, name = '']) => name))].sort();
}

describe('an import of', () => {
  it.each(['index', 'formats', 'client', 'service'])('%s loads no engine', (entry) => {
    expect(loadedBy(entry).filter((name) => heavy.test(name))).toEqual([]);
  });

  it.each(['vite', 'webpack', 'rspack', 'rollup', 'rolldown'])(
    'the plugin for %s loads no package at all, its bundler neither',
    (entry) => {
      expect(loadedBy(entry)).toEqual([]);
    },
  );

  it('the tool loads nothing of the service either', () => {
    const service = ['fflate'];
    expect(loadedBy('index').filter((name) => service.includes(name))).toEqual([]);
    expect(loadedBy('service')).toEqual(expect.arrayContaining(service));
  });
});
