// Combines the built command line and the running Node into one executable, which needs neither
// Node nor node_modules. `npm run build:executable [-- FILE]`
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  readdirSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join, relative, resolve } from 'node:path';
import { buildSync } from 'esbuild';
import { inject } from 'postject';

const root = resolve(import.meta.dirname, '..');
const isWindows = process.platform === 'win32';
const isMac = process.platform === 'darwin';
const output = resolve(
  process.argv[2] ?? join(root, 'executable', `locale-sync${isWindows ? '.exe' : ''}`),
);

/**
 * The marker that Node looks for in its own executable. A Node with its code in a shared library
 * has it elsewhere.
 */
const FUSE = 'NODE_SEA_FUSE_fce680ab2cc467b6e072b8b5df1996b2';
if (!readFileSync(process.execPath).includes(`${FUSE}:0`)) {
  console.error('No executable can be made of this Node. Use one of nodejs.org.');
  process.exit(2);
}

const work = mkdtempSync(join(tmpdir(), 'locale-sync-build-'));
try {
  mkdirSync(dirname(output), { recursive: true });
  rmSync(output, { force: true });
  await build(settings());
  chmodSync(output, 0o755);
  if (isMac) execFileSync('codesign', ['--sign', '-', output]);
} finally {
  rmSync(work, { recursive: true, force: true });
}
console.log(output);

/**
 * Newer versions of Node do everything themselves; older ones produce a blob to inject into a copy.
 */
async function build(config) {
  const node = (...args) =>
    execFileSync(process.execPath, args, { encoding: 'utf8', stdio: 'pipe' });
  const file = join(work, 'sea.json');
  if (node('--help').includes('--build-sea')) {
    writeFileSync(file, JSON.stringify({ ...config, output }));
    node('--build-sea', file);
    return;
  }
  const blob = join(work, 'blob');
  writeFileSync(file, JSON.stringify({ ...config, output: blob }));
  node('--experimental-sea-config', file);
  copyFileSync(process.execPath, output);
  chmodSync(output, 0o755);
  if (isMac) execFileSync('codesign', ['--remove-signature', output]);
  await withoutNoise(() =>
    inject(output, 'NODE_SEA_BLOB', readFileSync(blob), {
      sentinelFuse: FUSE,
      machoSegmentName: 'NODE_SEA',
    }),
  );
}

function settings() {
  const main = join(work, 'main.cjs');
  buildSync({
    entryPoints: [join(root, 'src/cli/executable/main.ts')],
    outfile: main,
    bundle: true,
    platform: 'node',
    format: 'cjs',
    target: 'node20.19',
    minifyWhitespace: true,
    logLevel: 'warning',
  });
  const files = Object.fromEntries(packedFiles().map((path) => [path, join(root, path)]));
  const list = join(work, 'packed.json');
  writeFileSync(list, JSON.stringify(described(files)));
  const assets = { ...files, 'packed.json': list };
  return { main, assets, disableExperimentalSEAWarning: true };
}

/** Everything that is built, except declarations, which only editors need. */
function packedFiles() {
  const built = readdirSync(join(root, 'dist'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/'))
    .filter((path) => !path.startsWith('dist/types/'));
  return ['package.json', ...built.sort()];
}

function described(files) {
  const hash = createHash('sha256');
  const sizes = {};
  for (const [path, file] of Object.entries(files)) {
    const bytes = readFileSync(file);
    hash.update(JSON.stringify([path, bytes.length])).update(bytes);
    sizes[path] = bytes.length;
  }
  const { version } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
  return { name: `${version}-${hash.digest('hex').slice(0, 16)}`, sizes };
}

/** Suppresses Postject's warnings about sections that it does not know. */
async function withoutNoise(task) {
  const { warn } = console;
  console.warn = () => undefined;
  await task();
  console.warn = warn;
}
