import { closeSync, constants, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { openRegularFile, readRegularText } from '../../disk/regular-file.js';
import { explain, LocaleSyncError } from '../../model/index.js';
import { amount, makeStyle } from '../../report/index.js';
import { jsonText } from '../../sinks/json.js';
import { oneLine } from '../../sinks/terminal.js';
import { openUpkeep, StoreError } from '../../store/index.js';
import type { Exported, Imported, StoreStatus, Upkeep } from '../../store/index.js';
import { EXIT, exitCodeOfError } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import { WORDS } from '../hints.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { errorText } from '../print.js';
import { load } from '../run.js';
import { trustOf } from '../trust.js';

export type StoreFlags = Pick<CommonFlags, 'config' | 'cwd' | 'codeConfig' | 'json' | 'quiet'>;

/** What to do. Files are relative to the folder that the command is called in. */
export type StoreCall =
  | { readonly do: 'status' }
  | { readonly do: 'prune'; readonly days: number }
  | { readonly do: 'export' | 'import'; readonly file: string };

/** What was done, for `--json` and for people. */
interface Done {
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** Characters that are written at once. */
const PIECE = 1 << 16;

/** `store`. Gives the exit code. */
export async function runStore(io: Io, flags: StoreFlags, call: StoreCall): Promise<number> {
  let upkeep: Upkeep | undefined;
  try {
    upkeep = await open(io, flags);
    const { json, text } = await carryOut(upkeep, call, folderOf(io, flags.cwd));
    if (flags.json === true) io.stdout(`${jsonText({ ok: true, ...json, error: null })}\n`);
    else if (call.do === 'status') io.stdout(text);
    else if (flags.quiet !== true) io.stderr(text);
    return EXIT.ok;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const described = explain(error, WORDS);
    if (flags.json === true) io.stdout(`${jsonText({ ok: false, error: described })}\n`);
    else io.stderr(errorText(described, makeStyle(io.terminal)));
    return exitCodeOfError(described.code);
  } finally {
    await upkeep?.close();
  }
}

async function open(io: Io, flags: StoreFlags): Promise<Upkeep> {
  const { store, root } = await load(io, flags);
  if (store === undefined) {
    throw new StoreError('The config names no store.', {
      code: 'store-not-set',
      hint: 'Add it to the config: store: ${LOCALE_SYNC_STORE}',
    });
  }
  const { url, urlVariable = '', schema, key } = store;
  if (url === undefined) {
    const message = `There is no store: the environment variable ${urlVariable} is not set.`;
    throw new StoreError(message, { code: 'store-not-set' });
  }
  return openUpkeep({ url, schema, key, root, trust: trustOf(io) });
}

async function carryOut(upkeep: Upkeep, call: StoreCall, folder: string): Promise<Done> {
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
      const exported = await writeExport(upkeep, resolve(folder, call.file));
      return { json: { file: call.file, ...exported }, text: exportText(call.file, exported) };
    }
    case 'import': {
      const lines = readLines(resolve(folder, call.file));
      const imported = await upkeep.importTexts(lines);
      return { json: { file: call.file, ...imported }, text: importText(imported) };
    }
  }
}

async function writeExport(upkeep: Upkeep, path: string): Promise<Exported> {
  const file = onFile('written', () => {
    const flags = constants.O_WRONLY | constants.O_CREAT | constants.O_TRUNC;
    return openRegularFile(path, { flags, links: 'refuse' });
  });
  try {
    let piece = '';
    const flush = (): void => {
      onFile('written', () => writeFileSync(file, piece));
      piece = '';
    };
    const exported = await upkeep.exportTexts((line) => {
      piece += `${line}\n`;
      if (piece.length > PIECE) flush();
    });
    flush();
    return exported;
  } finally {
    closeSync(file);
  }
}

function readLines(path: string): readonly string[] {
  const text = onFile('read', () => readRegularText(path));
  return text.replace(/^\uFEFF/, '').split(/\r?\n/);
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

function exportText(file: string, { texts, skipped }: Exported): string {
  const rest =
    skipped === 0 ? '' : ` ${amount(skipped, 'text')} cannot be read with this key and left out.`;
  return `${oneLine(file)} written: ${amount(texts, 'text')}.${rest}\n`;
}

function importText({ added, known }: Imported): string {
  return `${amount(added, 'text')} added, ${known} known already.\n`;
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
    ['waiting', status.waiting],
    ['this run is', status.trust],
    ['at work', `${amount(status.runs, 'run')}, ${amount(status.claims, 'text')} asked for`],
  ] as const;
  return rows.map(([name, value]) => `${name.padEnd(15)} ${oneLine(value)}\n`).join('');
}
