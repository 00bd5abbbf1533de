import {
  closeSync,
  constants,
  lstatSync,
  readSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { resolve } from 'node:path';
import { StringDecoder } from 'node:string_decoder';
import { openRegularFile, requireRegularFile } from '../../disk/index.js';
import { explain, LocaleSyncError, jsonText, oneLine } from '../../model/index.js';
import { amount, formatNumber } from '../../people/index.js';
import { openUpkeep, StoreError } from '../../store/index.js';
import type { OnTexts, StoreStatus, Upkeep } from '../../store/index.js';
import { EXIT, exitCodeOfError } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import { WORDS } from '../hints.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { printError } from '../print.js';
import { load } from '../run.js';
import { trustOf } from '../ci-job.js';

/** The action. Files are relative to the folder that the command works in. */
export type StoreCall =
  | { readonly do: 'status' }
  | { readonly do: 'prune'; readonly days: number }
  | { readonly do: 'export' | 'import'; readonly file: string };

/** `store`. Returns the exit code. */
export async function runStore(io: Io, flags: CommonFlags, call: StoreCall): Promise<number> {
  let upkeep: Upkeep | undefined;
  try {
    upkeep = await open(io, flags);
    const isSilent = flags.json === true || flags.quiet === true;
    const counting = isSilent ? undefined : showCount(io, call.do);
    const path = 'file' in call ? resolve(folderOf(io, flags.cwd), call.file) : '';
    const { json, text } = await carryOut(upkeep, call, {
      path,
      onTexts: counting?.onTexts,
    }).finally(counting?.stop);
    if (flags.json === true) io.stdout(`${jsonText({ ok: true, ...json, error: null })}\n`);
    else if (call.do === 'status') io.stdout(text);
    else if (flags.quiet !== true) io.stderr(text);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const described = io.signal.aborted
      ? ({ code: 'interrupted', message: 'Interrupted.' } as const)
      : explain(error, WORDS);
    printError(io, flags, described);
    return exitCodeOfError(described.code);
  } finally {
    await upkeep?.close();
  }
}

/** Milliseconds after which progress is reported, and reported again. */
const FIRST = 500;
const NEXT = { terminal: 80, elsewhere: 10_000 };

const DOING = { export: 'exporting', import: 'importing' } as const;

/** Reports how many texts a slow command has processed; `stop` clears the terminal's line. */
function showCount(
  io: Io,
  what: StoreCall['do'],
): { readonly onTexts: OnTexts; readonly stop: () => void } | undefined {
  if (what !== 'export' && what !== 'import') return undefined;
  const { redraws } = io.terminal;
  let next = performance.now() + FIRST;
  return {
    onTexts: (texts) => {
      const now = performance.now();
      if (now < next) return;
      next = now + (redraws ? NEXT.terminal : NEXT.elsewhere);
      const line = `${DOING[what]}: ${amount(texts, 'text')}`;
      if (redraws) io.redraw(line);
      else io.stderr(`${line}\n`);
    },
    stop: () => {
      if (redraws) io.redraw('');
    },
  };
}

async function open(io: Io, flags: CommonFlags): Promise<Upkeep> {
  const { store, root } = await load(io, flags);
  if (store === undefined) {
    throw new StoreError('The config sets no store.', {
      code: 'store-not-set',
      hint: 'Add it to the config: store: ${LOCALE_SYNC_STORE}',
    });
  }
  const { url, urlVariable = '', schema, key } = store;
  if (url === undefined) {
    const message = `No store is set: the environment variable ${urlVariable} is empty or missing.`;
    throw new StoreError(message, { code: 'store-not-set' });
  }
  return openUpkeep({ url, schema, key, root, trust: trustOf(io) }, io.signal);
}

/** The result, as JSON and as text. @param options.path absolute path of the call's file */
async function carryOut(
  upkeep: Upkeep,
  call: StoreCall,
  { path, onTexts }: { readonly path: string; readonly onTexts: OnTexts | undefined },
): Promise<{ readonly json: object; readonly text: string }> {
  switch (call.do) {
    case 'status': {
      const status = await upkeep.status();
      return { json: { store: status }, text: statusText(status) };
    }
    case 'prune': {
      const removed = await upkeep.prune(call.days);
      return { json: { removed }, text: `${amount(removed, 'text')} removed.\n` };
    }
    case 'export': {
      const { file } = call;
      const exported = await writeExport(path, (write) => upkeep.exportTexts(write, onTexts));
      const { texts, skipped } = exported;
      const rest =
        skipped === 0
          ? ''
          : ` Left out ${amount(skipped, 'text')} that cannot be read with this key.`;
      const text = `${oneLine(file)} written: ${amount(texts, 'text')}.${rest}\n`;
      return { json: { file, ...exported }, text };
    }
    case 'import': {
      const imported = await upkeep.importTexts(readLines(path), onTexts);
      const { added, known } = imported;
      const text = `${amount(added, 'text')} added, ${formatNumber(known)} already known.\n`;
      return { json: { file: call.file, ...imported }, text };
    }
  }
}

/** Characters or bytes per write or read. */
const PIECE = 1 << 16;

/**
 * Writes an export to a temporary file and renames it when it is complete: a truncated export would
 * look like one with fewer texts.
 * @param work gets a function that writes a line
 * @throws StoreError 'store-file', or errors of `work`
 */
async function writeExport<T>(
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
function* readLines(path: string): Generator<string> {
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

function statusText(status: StoreStatus): string {
  const languages = Object.entries(status.languages).map(([name, texts]) => `${name} ${texts}`);
  const rows = [
    ['schema', `${status.schema} (version ${status.version})`],
    ['texts', `${status.texts.main} of main, ${status.texts.branch} of branches`],
    ['languages', languages.join(', ') || 'none'],
    ['size', `${(status.bytes / 1024 / 1024).toFixed(1)} MiB`],
    ['not used since', status.oldestUse ?? '-'],
    ['encrypted', status.encrypted ? 'yes' : 'no'],
    ['access', status.access],
    ['this run is', status.trust],
    ['at work', `${amount(status.runs, 'run')}, ${amount(status.claims, 'text')} asked for`],
  ] as const;
  return rows.map(([name, value]) => `${name.padEnd(15)} ${oneLine(value)}\n`).join('');
}
