import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { Script } from 'node:vm';
import { removeQuietly } from '../state/files/index.js';

// Compiling the program, function by function as they are first called, is a third of the time to the first request.
// Node's own `module.enableCompileCache()` begins with version 22.

/** Bytes of a checksum with the length. */
const SUM = 8;
/** Before V8's own bytes: sums of the program and of the data, and `compiledSize` as a double. */
const HEADER = SUM + SUM + 8;
/** A run that compiled so many times as much as the cache has (the one before ended early) replaces it. */
const MORE = 1.1;
/** Milliseconds after which a run is taken for one that waits for the service. */
const LASTS = 400;

/** The function that the build makes of the program, with its names for `import.meta.url` and `import()`. */
type Wrapped = (
  require: NodeJS.Require,
  module: { exports: unknown },
  moduleUrl: string,
  importModule: (specifier: string) => Promise<unknown>,
) => void;

export interface CompiledOptions {
  /** Of the cache's file: different commands compile different parts. */
  readonly name: string;
  /** Whether to write the cache, as the process ends, where there is none that holds. */
  readonly keep: boolean;
}

/**
 * Runs a file of ASCII characters that the build made, compiled as far as an earlier run compiled it. Gives what it exports.
 * What another version of V8 compiled is refused by V8, what another program or half a write left behind, here.
 */
export function loadCompiled(program: URL, { name, keep }: CompiledOptions): unknown {
  // Who asks for the version does not wait for these.
  const vm = process.getBuiltinModule('node:vm');
  const { createRequire } = process.getBuiltinModule('node:module');
  const filename = fileURLToPath(program);
  const source = readFileSync(filename);
  const sourceSum = sumOf(source);
  const cache = `${dirname(filename)}/compiled/${name}`;
  const found = readCache(cache, sourceSum);
  // So large a text of ASCII stays outside of V8's heap.
  const script = new vm.Script(source.toString('latin1'), {
    filename,
    ...(found === undefined ? {} : { cachedData: found.data }),
  });
  const known = script.cachedDataRejected === false ? (found?.size ?? 0) : 0;
  if (keep) {
    let seen: number | undefined;
    // Measuring takes a moment, which a run that lasts has while it waits for the service.
    if (known > 0) setTimeout(() => (seen = compiledSize()), LASTS).unref();
    process.once('exit', () => {
      if (known > 0 && (seen ?? compiledSize()) <= known * MORE) return;
      writeCache(cache, sourceSum, { script, size: compiledSize() });
    });
  }
  const module = { exports: {} };
  const run = script.runInThisContext() as Wrapped;
  // Scripts cannot import by themselves without a warning; it stands in the same folder, so that names mean the same.
  run(createRequire(program), module, program.href, (specifier) => import(specifier));
  return module.exports;
}

interface Compiled {
  readonly data: Buffer;
  /** `compiledSize` of the process that wrote it. */
  readonly size: number;
}

/** V8 itself compares no more of a program than its length, and believes the data. */
function readCache(file: string, sourceSum: Buffer): Compiled | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  if (bytes.length < HEADER) return undefined;
  const data = bytes.subarray(HEADER);
  const sums = Buffer.concat([sourceSum, sumOf(data)]);
  if (!sums.equals(bytes.subarray(0, sums.length))) return undefined;
  return { data, size: bytes.readDoubleLE(sums.length) };
}

/** Where nothing can be written, as in an administrator's installation, the next run compiles again. */
function writeCache(
  file: string,
  sourceSum: Buffer,
  { script, size }: { readonly script: Script; readonly size: number },
): void {
  const temporary = `${file}.${process.pid}`;
  const sizeBytes = Buffer.alloc(8);
  sizeBytes.writeDoubleLE(size);
  try {
    const data = script.createCachedData();
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, Buffer.concat([sourceSum, sumOf(data), sizeBytes, data]));
    renameSync(temporary, file);
  } catch {
    removeQuietly(temporary);
  }
}

function sumOf(bytes: Buffer): Buffer {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const sum = Buffer.alloc(SUM);
  sum.writeUInt32LE(crc32(bytes), 0);
  sum.writeUInt32LE(bytes.length, 4);
  return sum;
}

/** Bytes of all that is compiled in this process, from the cache or not. */
function compiledSize(): number {
  return process.getBuiltinModule('node:v8').getHeapCodeStatistics().bytecode_and_metadata_size;
}
