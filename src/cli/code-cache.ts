import { mkdirSync, readFileSync, renameSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import { fileURLToPath } from 'node:url';
import { removeQuietly } from '../state/directory.js';

// Compiling the program, function by function as they are first called, is a third of the time to the first request.
// Node's own `module.enableCompileCache()` begins with version 22.

/** Bytes before V8's own: checksum and length of the program, then of the data. */
const HEADER = 16;
/** What esbuild's CommonJS needs of its surroundings, and the build's names for `import.meta.url` and `import()`. */
const WRAPPER = '(function (require, module, moduleUrl, importModule) {';

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
  const { Script } = process.getBuiltinModule('node:vm');
  const { createRequire } = process.getBuiltinModule('node:module');
  const filename = fileURLToPath(program);
  const source = readFileSync(filename);
  const sourceSum = sumOf(source);
  const cache = `${dirname(filename)}/compiled/${name}`;
  const cachedData = readCache(cache, sourceSum);
  const script = new Script(`${WRAPPER}${source.toString('latin1')}\n})`, {
    filename,
    columnOffset: -WRAPPER.length,
    ...(cachedData === undefined ? {} : { cachedData }),
  });
  if (keep && script.cachedDataRejected !== false) {
    process.once('exit', () => writeCache(cache, sourceSum, script.createCachedData()));
  }
  const module = { exports: {} };
  const run = script.runInThisContext() as Wrapped;
  // Scripts cannot import by themselves without a warning; it stands in the same folder, so that names mean the same.
  run(createRequire(program), module, program.href, (specifier) => import(specifier));
  return module.exports;
}

/** V8 itself compares no more of a program than its length, and believes the data. */
function readCache(file: string, sourceSum: Buffer): Buffer | undefined {
  let bytes: Buffer;
  try {
    bytes = readFileSync(file);
  } catch {
    return undefined;
  }
  const data = bytes.subarray(HEADER);
  const expected = Buffer.concat([sourceSum, sumOf(data)]);
  return expected.equals(bytes.subarray(0, HEADER)) ? data : undefined;
}

/** Where nothing can be written, as in an administrator's installation, the next run compiles again. */
function writeCache(file: string, sourceSum: Buffer, data: Buffer): void {
  const temporary = `${file}.${process.pid}`;
  try {
    mkdirSync(dirname(file), { recursive: true });
    writeFileSync(temporary, Buffer.concat([sourceSum, sumOf(data), data]));
    renameSync(temporary, file);
  } catch {
    removeQuietly(temporary);
  }
}

function sumOf(bytes: Buffer): Buffer {
  const { crc32 } = process.getBuiltinModule('node:zlib');
  const sum = Buffer.alloc(HEADER / 2);
  sum.writeUInt32LE(crc32(bytes), 0);
  sum.writeUInt32LE(bytes.length, 4);
  return sum;
}
