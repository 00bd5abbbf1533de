import { resolve } from 'node:path';
import { explain, LocaleSyncError } from '../../model/index.js';
import { amount, formatNumber, makeStyle } from '../../report/index.js';
import { jsonText } from '../../sinks/json.js';
import { oneLine } from '../../sinks/terminal.js';
import { openUpkeep, StoreError } from '../../store/index.js';
import type { Exported, Imported, OnTexts, StoreStatus, Upkeep } from '../../store/index.js';
import { EXIT, exitCodeOfError } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import { WORDS } from '../hints.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { errorText } from '../print.js';
import { load } from '../run.js';
import { trustOf } from '../trust.js';
import { showCount } from './store-count.js';
import { readLines, writeExport } from './store-file.js';

export type StoreFlags = Pick<CommonFlags, 'config' | 'cwd' | 'codeConfig' | 'json' | 'quiet'>;

/** The action. Files are relative to the folder that the command works in. */
export type StoreCall =
  | { readonly do: 'status' }
  | { readonly do: 'prune'; readonly days: number }
  | { readonly do: 'export' | 'import'; readonly file: string };

/** The result, as JSON and as text. */
interface Done {
  readonly json: Readonly<Record<string, unknown>>;
  readonly text: string;
}

/** `store`. Returns the exit code. */
export async function runStore(io: Io, flags: StoreFlags, call: StoreCall): Promise<number> {
  let upkeep: Upkeep | undefined;
  try {
    upkeep = await open(io, flags);
    const counting =
      flags.json === true || flags.quiet === true ? undefined : showCount(io, call.do);
    const { json, text } = await carryOut(upkeep, call, {
      folder: folderOf(io, flags.cwd),
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

interface Place {
  readonly folder: string;
  readonly onTexts: OnTexts | undefined;
}

async function carryOut(
  upkeep: Upkeep,
  call: StoreCall,
  { folder, onTexts }: Place,
): Promise<Done> {
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
      const exported = await writeExport(resolve(folder, call.file), (write) =>
        upkeep.exportTexts(write, onTexts),
      );
      return { json: { file: call.file, ...exported }, text: exportText(call.file, exported) };
    }
    case 'import': {
      const lines = readLines(resolve(folder, call.file));
      const imported = await upkeep.importTexts(lines, onTexts);
      return { json: { file: call.file, ...imported }, text: importText(imported) };
    }
  }
}

function exportText(file: string, { texts, skipped }: Exported): string {
  const rest =
    skipped === 0 ? '' : ` Left out ${amount(skipped, 'text')} that cannot be read with this key.`;
  return `${oneLine(file)} written: ${amount(texts, 'text')}.${rest}\n`;
}

function importText({ added, known }: Imported): string {
  return `${amount(added, 'text')} added, ${formatNumber(known)} already known.\n`;
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
