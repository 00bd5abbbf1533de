import {
  closeSync,
  constants,
  lstatSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { openRegularFile, requireRegularFile } from '../../disk/regular-file.js';
import { StoreError } from '../../store/index.js';

/** Characters or bytes per write or read. */
const PIECE = 1 << 16;

/**
 * Writes an export to a temporary file and renames it when it is complete: a truncated export would
 * look like one with fewer texts.
 * @param work gets a function that writes a line
 * @throws StoreError 'store-file', or errors of `work`
 */
export async function writeExport<T>(
  path: string,
  work: (write: (line: string) => void) => Promise<T>,
): Promise<T> {
  const part = `${path}.${process.pid}.part`;
  const file = onFile('written', () => {
    const there = lstatSync(path, { throwIfNoEntry: false });
    if (there !== undefined) requireRegularFile(path, there);
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;
    return openRegularFile(part, { flags, links: 'refuse' });
  });
  try {
    const result = await fill(file, work);
    onFile('written', () => renameSync(part, path));
    return result;
  } catch (error) {
    rmSync(part, { force: true });
    throw error;
  }
}

/** Also closes the file. */
async function fill<T>(
  file: number,
  work: (write: (line: string) => void) => Promise<T>,
): Promise<T> {
  let piece = '';
  const flush = (): void => {
    onFile('written', () => writeFileSync(file, piece));
    piece = '';
  };
  try {
    const result = await work((line) => {
      piece += `${line}\n`;
      if (piece.length > PIECE) flush();
    });
    flush();
    return result;
  } finally {
    closeSync(file);
  }
}

/** Lines of a file that may be too large for one string. @throws StoreError 'store-file' */
export function* readLines(path: string): Generator<string> {
  const file = onFile('read', () => openRegularFile(path));
  try {
    const decoder = new StringDecoder();
    const bytes = Buffer.alloc(PIECE);
    let rest = '';
    for (;;) {
      const length = onFile('read', () => readSync(file, bytes));
      rest += length === 0 ? decoder.end() : decoder.write(bytes.subarray(0, length));
      const lines = rest.split('\n');
      rest = length === 0 ? '' : (lines.pop() ?? '');
      for (const line of lines) yield line.replace(/^\uFEFF/, '').replace(/\r$/, '');
      if (length === 0) return;
    }
  } finally {
    closeSync(file);
  }
}

/** @throws StoreError 'store-file' */
function onFile<T>(how: 'read' | 'written', work: () => T): T {
  try {
    return work();
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : String(cause);
    throw new StoreError(`The file cannot be ${how}: ${reason}`, { code: 'store-file', cause });
  }
}
