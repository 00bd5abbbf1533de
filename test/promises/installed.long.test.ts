import { execFileSync, spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { basename } from 'node:path';
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

const { exports: exported } = JSON.parse(readFileSync('package.json', 'utf8')) as {
  readonly exports: Readonly<Record<string, object | string>>;
};

/** Names of the built entries that hold code. */
const entries = Object.values(exported).flatMap((target) =>
  typeof target === 'object' && 'default' in target
    ? [basename(String(target.default), '.js')]
    : [],
);

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

describe('an installation of the tool', () => {
  it('brings no package beside the tool', () => {
    expect(installed()).toEqual([]);
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
    const pages = links
      .map(([, path = '']) => path)
      .filter((path) => !path.startsWith('docs/pictures/'));
    expect(paths).toEqual(expect.arrayContaining(pages));
    expect(packed?.unpackedSize).toBeLessThan(12_000_000);
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
  it.each(entries)('%s loads no package at all, a bundler neither', (entry) => {
    expect(loadedBy(entry)).toEqual([]);
  });
});
