import { readFile, writeFile } from 'node:fs/promises';
import { basename, relative } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { scan } from '../../engine/index.js';
import { aboutOf, decodeAs, encode, formatOf, loadCodec } from '../../formats/index.js';
import {
  combineLocks,
  COMMENTS_FILE,
  formatComments,
  LINE_SETS,
  LOCK_FILE,
  parseArchive,
  parseComments,
  updateArchive,
} from '../../lock/index.js';
import { LocaleSyncError } from '../../model/index.js';
import { settleByLocks } from './authors.js';
import { MergeError, mergeLines, mergeTexts } from './merge-texts.js';
import type { Merged } from './merge-texts.js';
import type { Settle, Versions } from './merge-units.js';

/** What git's merge driver is called with. */
export interface MergeCall {
  /** Files with the versions, as absolute paths. The base is empty if both sides added the file. */
  readonly files: Versions<string> & { readonly base: string };
  /** The merged file, as an absolute path. */
  readonly path: string;
  /** Called only if it matters. @throws ConfigError if there is none */
  readonly loadConfig: () => Promise<ResolvedConfig>;
}

/** Merges a file and writes the result to `files.ours`, as git expects it of a merge driver. */
export async function mergeFile(call: MergeCall): Promise<Pick<Merged, 'isOpen' | 'notes'>> {
  const { files, path } = call;
  const [base, ours, theirs] = await Promise.all(
    [files.base, files.ours, files.theirs].map((file) => readFile(file)),
  );
  if (base === undefined || ours === undefined || theirs === undefined) throw new TypeError();
  const bytes = { base: base.length === 0 ? undefined : base, ours, theirs };
  try {
    const { text, encoding, ...merged } = await mergeBytes(bytes, call);
    await writeFile(files.ours, encode(text, encoding));
    return merged;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const note = `${basename(path)} has the version of this side: ${error.message}`;
    return { isOpen: true, notes: [note] };
  }
}

/** @throws LocaleSyncError if not even git can merge it by lines */
async function mergeBytes(
  bytes: Versions<Uint8Array>,
  call: MergeCall,
): Promise<Merged & { readonly encoding: string }> {
  const { path, files } = call;
  const name = basename(path);
  if (LINE_SETS.includes(name)) {
    const texts = each(bytes, (one) => new TextDecoder('utf-8', { ignoreBOM: true }).decode(one));
    return { text: mergeLinesAsSet(texts, name), isOpen: false, notes: [], encoding: 'utf-8' };
  }
  const format = formatOf(path) ?? (await formatInConfig(call));
  const { capabilities } = aboutOf(format) ?? {};
  const codec = await loadCodec(path, { format: capabilities?.mergesAs ?? format });
  try {
    if (codec === undefined) throw new MergeError('its format is unknown');
    const decoded = each(bytes, (one) => decodeAs(one, { file: name, capabilities }));
    const encoding = decoded.ours.encoding;
    const openSettle = async (): Promise<Settle> => {
      const config = await call.loadConfig().catch(() => undefined);
      if (config === undefined) return () => undefined;
      const versions = { ...files, base: bytes.base === undefined ? undefined : files.base };
      return settleByLocks(config, pathIn(config, path), versions);
    };
    const texts = each(decoded, ({ text }) => text);
    const merged = await mergeTexts(texts, { codec, parse: { file: name, encoding }, openSettle });
    return { ...merged, encoding };
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    // Every byte is a character of Latin-1.
    const texts = each(bytes, (one) => Buffer.from(one).toString('latin1'));
    const notes = [`merged by lines: ${error.message}`];
    return { ...(await mergeLines(texts)), notes, encoding: 'iso-8859-1' };
  }
}

function each<A, B>({ base, ours, theirs }: Versions<A>, change: (one: A) => B): Versions<B> {
  return {
    base: base === undefined ? undefined : change(base),
    ours: change(ours),
    theirs: change(theirs),
  };
}

function pathIn({ root }: ResolvedConfig, path: string): string {
  return relative(root, path).replaceAll('\\', '/');
}

/** The `format:` of the catalog with the file. */
async function formatInConfig({ path, loadConfig }: MergeCall): Promise<string | undefined> {
  try {
    const config = await loadConfig();
    const own = pathIn(config, path);
    const { pairs } = await scan(config);
    return pairs.find(
      ({ source, targets }) => source === own || targets.some((target) => target.path === own),
    )?.catalog.format;
  } catch (error) {
    if (error instanceof LocaleSyncError) return undefined;
    throw error;
  }
}

/** A set of lines, such as the lock: what either side added or removed counts. */
function mergeLinesAsSet(texts: Versions<string>, name: string): string {
  const lines = each(texts, (text) => text.split(/\r?\n/).filter((line) => line !== ''));
  const before = new Set(lines.base);
  const theirs = new Set(lines.theirs);
  const kept = lines.ours.filter((line) => theirs.has(line) || !before.has(line));
  const own = new Set(kept);
  const added = lines.theirs.filter((line) => !before.has(line) && !own.has(line));
  const text = [...kept, ...added].map((line) => `${line}\n`).join('');
  if (name === LOCK_FILE) {
    const { lock } = combineLocks([{ path: name, text }]);
    return lock.writable ? lock.text : text;
  }
  if (name === COMMENTS_FILE) {
    const parsed = parseComments(text);
    return parsed.writable ? formatComments(parsed) : text;
  }
  const archive = parseArchive(text);
  return archive.writable ? updateArchive(archive, { add: [], remove: [] }).text : text;
}
