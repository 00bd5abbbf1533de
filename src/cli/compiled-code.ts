import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { readRegularFile } from '../disk/regular-file.js';
import { version } from '../engine/version.js';
import { contentHash } from '../state/data.js';
import { ownFolder } from './own-folder.js';

// Caches the compiled code of `dist/runs.cjs` between runs. Compiling takes a third of the time of
// a sync with one changed text. Node's own cache (`enableCompileCache`) exists only since Node 22
// and leaves out functions that are compiled on their first call, which are most.

type Load = (module: NodeJS.Module, file: string) => void;

/** Makes the next load of `runs.cjs` use the cached code of an earlier run, or cache its own. */
export function keepCompiledCode(): void {
  const { _extensions: loaders } = Module as unknown as { _extensions: Record<string, Load> };
  const plain = loaders['.js'];
  loaders['.cjs'] = (module, file) => {
    if (basename(file) !== 'runs.cjs') {
      plain?.(module, file);
      return;
    }
    delete loaders['.cjs'];
    // Undici parses responses with WebAssembly. V8 would optimize it after five responses, which
    // takes as long as starting Node, and 38 MB; with this flag it does not. Cached code is bound to
    // such flags, so they are set first.
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    setFlagsFromString('--liftoff-only');
    // V8 would discard code that only the start of a large run needs, and the next start would lack
    // it.
    setFlagsFromString('--no-flush-bytecode');
    const exports: unknown = module.exports;
    const run = compiledBefore(file);
    // Cached code cannot use `import()`; scripts/build.mjs replaces it by this function.
    const require = Object.assign(createRequire(file), { load: (name: string) => import(name) });
    run.call(exports, exports, require, module, file, dirname(file));
  };
}

type Wrapped = (this: unknown, ...values: readonly unknown[]) => unknown;

/** The script as a function, from the cached code if there is any. */
function compiledBefore(file: string): Wrapped {
  const folder = ownFolder(join(tmpdir(), `locale-sync-${process.getuid?.()}`));
  // Each command caches the functions that it needs.
  const kept = folder && join(folder, `${basename(process.argv[2] ?? '')}.code`);
  const { size, mtimeMs } = statSync(file);
  const key = contentHash([version, size, mtimeMs, process.version, process.arch].join());
  // The build output is pure ASCII; reading it as latin1 takes half the time.
  const script = new Script(Module.wrap(readFileSync(file, 'latin1')), {
    filename: file,
    cachedData: kept === undefined ? undefined : read(kept, key),
  });
  if (kept !== undefined && script.cachedDataRejected !== false) {
    process.once('exit', () => write(kept, key, script.createCachedData()));
  }
  return script.runInThisContext() as Wrapped;
}

/** V8 does not verify the code itself, so its hash is stored with it. */
function read(file: string, key: string): Buffer | undefined {
  try {
    const content = readRegularFile(file);
    const code = content.subarray(HEAD);
    const head = content.toString('latin1', 0, HEAD);
    return head === key + contentHash(code) ? code : undefined;
  } catch {
    return undefined;
  }
}

/** Length of two hashes. */
const HEAD = 44;

function write(file: string, key: string, code: Buffer): void {
  const draft = `${file}.${process.pid}`;
  try {
    writeFileSync(draft, Buffer.concat([Buffer.from(key + contentHash(code), 'latin1'), code]));
    renameSync(draft, file);
  } catch {
    // The next run compiles again.
  }
}
