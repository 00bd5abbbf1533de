import { readFileSync, renameSync, statSync, writeFileSync } from 'node:fs';
import Module, { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { basename, dirname, join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { Script } from 'node:vm';
import { readRegularFile } from '../disk/index.js';
import { version } from '../engine/index.js';
import { contentHash } from '../lock/index.js';
import { ownFolder } from './own-folder.js';

type Wrapped = (this: unknown, ...values: readonly unknown[]) => unknown;

/**
 * How V8 saves memory. It would optimize undici's WebAssembly parser, which takes 38 MB, and let
 * garbage grow to three times the memory in use. Later versions of Node may not know the flags of
 * the collector, and would print a warning.
 */
const FLAGS = [
  '--liftoff-only',
  ...(Number.parseInt(process.versions.node) <= 24 ? ['--heap-growing-percent=40'] : []),
];

/**
 * Makes the next load of `dist/runs.cjs` use the compiled code of an earlier run of the same
 * command and build, or keep its own. Compiling takes a third of the time of a sync with one
 * changed text. Node's own cache (`enableCompileCache`) exists only since Node 22, and leaves out
 * functions that are compiled on their first call, which are most.
 */
export function keepCompiledCode(): void {
  const { _extensions: loaders } = Module as unknown as {
    readonly _extensions: Record<string, (module: NodeJS.Module, file: string) => void>;
  };
  const plain = loaders['.js'];
  loaders['.cjs'] = (module, file) => {
    if (basename(file) !== 'runs.cjs') return plain?.(module, file);
    delete loaders['.cjs'];
    // Code is bound to the flags, so they are set before it is loaded.
    for (const flag of FLAGS) setFlagsFromString(flag);
    // Cached code cannot use `import()`; scripts/build.mjs replaces it by this function.
    const require = Object.assign(createRequire(file), { load: (name: string) => import(name) });
    compiled(file).call(module.exports, module.exports, require, module, file, dirname(file));
  };
}

function compiled(file: string): Wrapped {
  const { size, mtimeMs } = statSync(file);
  const key = contentHash([version, file, size, mtimeMs, process.version, process.arch].join());
  const folder = ownFolder(join(tmpdir(), `locale-sync-${process.getuid?.()}`));
  const slot = folder && join(folder, `${basename(process.argv[2] ?? '')}-${key}.code`);
  const cachedData = slot === undefined ? undefined : read(slot);
  // The build output is pure ASCII; reading it as latin1 takes half the time.
  const text = Module.wrap(readFileSync(file, 'latin1'));
  const script = new Script(text, { filename: file, cachedData });
  if (slot !== undefined && script.cachedDataRejected !== false) {
    process.once('exit', () => write(slot, script.createCachedData()));
  }
  return script.runInThisContext() as Wrapped;
}

/** V8 does not verify the code itself, so its hash comes first. */
function read(slot: string): Buffer | undefined {
  try {
    const content = readRegularFile(slot);
    const hash = contentHash(content.subarray(22));
    return content.toString('latin1', 0, 22) === hash ? content.subarray(22) : undefined;
  } catch {
    return undefined;
  }
}

function write(slot: string, code: Buffer): void {
  try {
    const draft = `${slot}.${process.pid}`;
    writeFileSync(draft, Buffer.concat([Buffer.from(contentHash(code), 'latin1'), code]));
    renameSync(draft, slot);
  } catch {
    // The next run compiles again.
  }
}
