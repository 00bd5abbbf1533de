import { join, resolve } from 'node:path';
import { jsonText, oneLine } from '../../model/index.js';
import type { ExchangedText, TextPage } from '../../model/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import type { MatchedPairs } from '../../engine/index.js';
import { createEngine } from '../../index.js';
import type { Engine } from '../../index.js';
import { STATE_FOLDER } from '../../lock/index.js';
import { amount, formatNumber } from '../../people/index.js';
import { openMemory, requireStateInside } from '../../state/index.js';
import { openUpkeep, StoreError } from '../../store/index.js';
import type { StoreStatus, Upkeep } from '../../store/index.js';
import { EXIT } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import { WORDS } from '../hints.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { explained } from '../print.js';
import { showWork } from '../progress.js';
import { proxyOf } from '../proxy.js';
import { load } from '../run.js';
import { trustOf } from '../ci-job.js';
import { isTmx, textFileOf, textsOfLines, textsOfTmx, writeWhole } from './text-file.js';

/** The action. Files are relative to the folder that the command works in. */
export type StoreCall =
  | { readonly do: 'status' }
  | { readonly do: 'prune'; readonly days: number }
  | { readonly do: 'export' | 'import'; readonly file: string };

/** `store`. Returns the exit code. */
export async function runStore(io: Io, flags: CommonFlags, call: StoreCall): Promise<number> {
  let upkeep: Upkeep | undefined;
  return explained(io, flags, async () => {
    const config = await load(io, flags);
    upkeep = await openStore(io, config);
    const { json, text } =
      'file' in call
        ? await exchange(io, { flags, config, call, place: upkeep ?? memoryOf(config) })
        : await maintain(upkeep, call);
    if (flags.json === true) io.stdout(`${jsonText({ ok: true, ...json, error: null })}\n`);
    else if (call.do === 'status') io.stdout(text);
    else if (flags.quiet !== true) io.stderr(text);
    return EXIT.ok;
  }).finally(() => upkeep?.close());
}

/** Where texts are exchanged: the store, or else the memory of this checkout. */
interface Place {
  readonly pages: () => AsyncIterable<TextPage> | Iterable<TextPage>;
  /** Returns the number of new ones; existing texts stay. */
  readonly add: (texts: readonly ExchangedText[]) => Promise<number>;
}

/** Undefined if the config sets none. @throws StoreError */
async function openStore(io: Io, { store, root }: ResolvedConfig): Promise<Upkeep | undefined> {
  if (store === undefined) return undefined;
  const { url, urlVariable = '', schema, key } = store;
  if (url === undefined) {
    const message = `No store is set: the environment variable ${urlVariable} is empty or missing.`;
    throw new StoreError(message, { code: 'store-not-set' });
  }
  return openUpkeep({ url, schema, key, root, trust: trustOf(io) }, io.signal);
}

async function maintain(
  upkeep: Upkeep | undefined,
  call: Exclude<StoreCall, { readonly file: string }>,
): Promise<Result> {
  if (upkeep === undefined) {
    throw new StoreError('The config sets no store.', {
      code: 'store-not-set',
      hint: 'Add it to the config: store: ${LOCALE_SYNC_STORE}',
    });
  }
  if (call.do === 'status') {
    const status = await upkeep.status();
    return { json: { store: status }, text: statusText(status) };
  }
  const removed = await upkeep.prune(call.days);
  return { json: { removed }, text: `${amount(removed, 'text')} removed.\n` };
}

interface Work {
  readonly flags: CommonFlags;
  readonly config: ResolvedConfig;
  readonly call: Extract<StoreCall, { readonly file: string }>;
  readonly place: Place;
}

async function exchange(io: Io, { flags, config, call, place }: Work): Promise<Result> {
  const { file } = call;
  const isSilent = flags.json === true || flags.quiet === true;
  const { redraws } = io.terminal;
  const work = showWork(io, redraws ? io.redraw : (text) => io.stderr(`${text}\n`));
  if (!isSilent) work.at(`${call.do}ing`);
  const files = { file, path: resolve(folderOf(io, flags.cwd), file), place };
  try {
    if (call.do === 'export') return await exportTo(files);
    const { signal, env } = io;
    const engine = createEngine(config, { signal, proxy: proxyOf(env), words: WORDS });
    return await importFrom(files, (pairs) => engine.entriesFor(pairs));
  } finally {
    work.stop();
    if (redraws) io.redraw('');
  }
}

function memoryOf({ root }: ResolvedConfig): Place {
  const folder = join(root, STATE_FOLDER);
  requireStateInside(folder);
  const memory = openMemory(folder);
  return {
    pages: () => memory.pages(),
    add: (texts) => {
      let added = 0;
      for (const target of new Set(texts.map((one) => one.target.toUpperCase()))) {
        const own = texts.filter((one) => one.target.toUpperCase() === target);
        const known = memory.recall(target, new Set(own.map(({ key }) => key)));
        const missing = own.filter(({ key }) => !known.has(key));
        memory.put(
          target,
          missing.map(({ key, text, sent }) => [key, text, sent]),
        );
        added += missing.length;
      }
      const { failure } = memory;
      if (failure !== undefined) throw new StoreError(failure, { code: 'store-file' });
      return Promise.resolve(added);
    },
  };
}

/** The result of an action, as JSON and as text. */
interface Result {
  readonly json: object;
  readonly text: string;
}

interface Exchange {
  readonly file: string;
  /** Absolute path of the file. */
  readonly path: string;
  readonly place: Place;
}

async function exportTo({ file, path, place }: Exchange): Promise<Result> {
  const form = textFileOf(path);
  const counts = { texts: 0, skipped: 0, withoutSource: 0, notXml: 0 };
  await writeWhole(path, async (write) => {
    write(form.start);
    for await (const { texts, unreadable } of place.pages()) {
      counts.skipped += unreadable;
      for (const one of texts) {
        const line = form.lineOf(one);
        if (line !== undefined) write(line);
        if (line !== undefined) counts.texts += 1;
        else if (one.sent === undefined) counts.withoutSource += 1;
        else counts.notXml += 1;
      }
    }
    if (form.end !== undefined) write(form.end);
  });
  const left = [
    [counts.skipped, 'that cannot be read with this key'],
    [counts.withoutSource, 'of older versions of locale-sync, without their source'],
    [counts.notXml, 'with characters that XML cannot contain'],
  ] as const;
  const rest = left.flatMap(([count, why]) =>
    count === 0 ? [] : [` Left out ${amount(count, 'text')} ${why}.`],
  );
  const text = `${oneLine(file)} written: ${amount(counts.texts, 'text')}.${rest.join('')}\n`;
  const { texts, skipped, withoutSource, notXml } = counts;
  return { json: { file, texts, skipped, ...(isTmx(path) && { withoutSource, notXml }) }, text };
}

/** Texts that are added at once. */
const CHUNK = 2_000;

async function importFrom(
  { file, path, place }: Exchange,
  match: Engine['entriesFor'],
): Promise<Result> {
  let added = 0;
  let known = 0;
  const add = async (texts: Iterable<ExchangedText>): Promise<void> => {
    let batch: ExchangedText[] = [];
    const send = async (): Promise<void> => {
      const count = await place.add(batch);
      added += count;
      known += batch.length - count;
      batch = [];
    };
    for (const text of texts) if (batch.push(text) === CHUNK) await send();
    if (batch.length > 0) await send();
  };
  const text = (): string =>
    `${amount(added, 'text')} added, ${formatNumber(known)} already known.\n`;
  if (!isTmx(path)) {
    await add(textsOfLines(path));
    return { json: { file, added, known }, text: text() };
  }
  const { texts, pairs, left } = textsOfTmx(path);
  await add(texts);
  if (pairs.length + left === 0) return { json: { file, added, known }, text: text() };
  const { texts: matched, ...counts } = await match(pairs);
  await add(matched);
  const matching = { ...counts, left };
  return { json: { file, added, known, ...matching }, text: text() + matchingText(matching) };
}

function matchingText(found: Omit<MatchedPairs, 'texts'> & { readonly left: number }): string {
  const { matched, unmatched, refused, ambiguous, left } = found;
  const failed = Object.entries(refused).map(([code, count]) => `${code} ${count}`);
  const lines = [
    `${amount(matched, 'translation')} of other tools used.`,
    unmatched > 0 && `${amount(unmatched, 'translation')} for texts that sync would not send.`,
    failed.length > 0 && `Failed a check: ${failed.join(', ')}.`,
    ambiguous > 0 &&
      `${amount(ambiguous, 'source')} with several translations: the newest counts, or else the last.`,
    left > 0 && `${amount(left, 'unit')} left out: inline elements without their code.`,
  ];
  return lines.flatMap((line) => (line === false ? [] : [`${line}\n`])).join('');
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
