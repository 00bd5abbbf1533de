import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { Script } from 'node:vm';
import { readRegularFile } from '../disk/regular-file.js';
import { version } from '../engine/version.js';
import { contentHash } from '../state/data.js';
import { ownFolder } from './own-folder.js';

// Compiled code of `dist/runs.cjs`, kept between runs. Compiling it is a third of what a sync of
// one changed text costs. Node's own cache (`enableCompileCache`) is new in Node 22 and leaves out
// functions that are compiled when first called, which are most.

type Load = (module: NodeJS.Module, file: string) => void;

/**
 * Makes the next load of `runs.cjs` take its compiled code from an earlier run, or keep its own.
 */
export function keepCompiledCode(): void {
  const { _extensions: loaders } = Module as unknown as { _extensions: Record<string, Load> };
  const plain = loaders['.js'];
  loaders['.cjs'] = (module, file) => {
    if (basename(file) !== 'runs.cjs') {
      plain?.(module, file);
      return;
    }
    delete loaders['.cjs'];
    // Undici reads answers with WebAssembly. V8 would optimize it after five of them, for as much
    // time as starting Node takes; with this it waits for some hundreds. Compiled code is bound to
    // such settings, so they come first.
    const { setFlagsFromString } = process.getBuiltinModule('node:v8');
    setFlagsFromString('--wasm-tiering-budget=1000000000');
    // V8 would let go of what only the start of a large run needs, and the next start would miss it.
    setFlagsFromString('--no-flush-bytecode');
    const exports: unknown = module.exports;
    const run = compiledBefore(file);
    // Its own `import()` fails where its code is from a cache; scripts/build.mjs makes it this.
    const require = Object.assign(createRequire(file), { load: (name: string) => import(name) });
    run.call(exports, exports, require, module, file, dirname(file));
  };
}

type Wrapped = (this: unknown, ...values: readonly unknown[]) => unknown;

/** The script as a function, from the compiled code that an earlier run kept. */
function compiledBefore(file: string): Wrapped {
  const folder = ownFolder(join(tmpdir(), `locale-sync-${process.getuid?.()}`));
  // Each command keeps the functions that it needs.
  const kept = folder && join(folder, `${basename(process.argv[2] ?? '')}.code`);
  const { size, mtimeMs } = statSync(file);
  const key = contentHash([version, size, mtimeMs, process.version, process.arch].join());
  // The build leaves nothing but ASCII in it, and as such it is read in half the time.
  const script = new Script(Module.wrap(readFileSync(file, 'latin1')), {
    filename: file,
    cachedData: kept === undefined ? undefined : read(kept, key),
  });
  if (kept !== undefined && script.cachedDataRejected !== false) {
    process.once('exit', () => write(kept, key, script.createCachedData()));
  }
  return script.runInThisContext() as Wrapped;
}

/** V8 does not check the code itself, so its hash is kept with it. */
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

/** Two hashes. */
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
