import { targetHash, forgetIds, sourceHash, updateApplied } from '../../lock/index.js';
import { needsService } from '../compared.js';
import type { Compared } from '../compared.js';
import type { RunContext } from '../session/index.js';
import {
  idsOn,
  isInStep,
  isRehearsal,
  knownFiles,
  newsOf,
  notePushed,
  splitName,
  withPushed,
} from './known.js';
import type { FileNews } from '../report/index.js';
import type { Known } from './known.js';
import { meet, newsOfPart, refuseConflicts, refuseForeign } from './meet.js';
import type { Meeting } from './meet.js';
import { openShelves } from './shelves.js';
import type { CopyId, Shelves } from './shelves.js';
import type { Decide } from '../terms/index.js';

/** The glossary and style files that were pushed to the service. */
export interface AppliedResources {
  /** The lock's new lines. */
  readonly lines: string;
  readonly changes: readonly FileNews[];
}

/**
 * Updates the service's glossaries and styles from the files. Sends nothing if all are in step, and
 * changes none of them if one has a conflict.
 * @throws EngineError '…-conflict', '…-foreign'; TranslatorError
 */
export async function applyResources(
  compared: Compared & { readonly jobs?: { readonly needsGlossaries: boolean } | undefined },
  run: RunContext,
): Promise<AppliedResources> {
  const { lock, resources, selection } = compared.loaded;
  if (resources.glossaries.size + resources.styles.size === 0) {
    return { lines: lock.applied, changes: [] };
  }
  const lines = withPushed(run.state, lock.applied);
  const all = knownFiles(resources, run.config, lines);
  const isNeeded = needsService(compared) || compared.jobs?.needsGlossaries === true;
  if (isRehearsal(run.config) && !isNeeded) return { lines, changes: [] };
  const service = sourceHash(run.config.service.url);
  const open = all.filter((one) => !isInStep(one) || (isNeeded && isUnfound(one, service)));
  if (open.length === 0 && !isNeeded) return { lines, changes: [] };
  run.onEvent({ type: 'phase', name: 'resources' });
  const shelves = await openShelves(run, { isShared: selection.shard !== undefined });
  if (shelves === undefined) return { lines, changes: [] };
  const pushed = await push(open, { run, shelves, lines, before: lock.applied });
  for (const one of all) {
    const ids = pushed.ids.get(one) ?? idsOn(one, service);
    if (ids.length > 0) await shelves[one.file.kind].use(one, ids);
  }
  return { lines: pushed.lines, changes: pushed.changes };
}

/** Whether the service's copy must be looked up before a text is sent with it. */
export function isUnfound(known: Known, service: string): boolean {
  const { file } = known;
  const own = idsOn(known, service);
  if (file.kind === 'glossary') return file.parts.size > 0 && own.length === 0;
  const languages = new Set(own.map(({ name }) => splitName(name)[0]));
  return [...file.parts.keys()].some((language) => !languages.has(language));
}

/**
 * The lock's lines after a run. If requests were refused, a glossary may be gone: the next run
 * looks all of them up again.
 */
export function linesAfter(
  { lines }: AppliedResources,
  isRefused: () => boolean,
  { config }: RunContext,
): string {
  return lines === '' || !isRefused() ? lines : forgetIds(lines, sourceHash(config.service.url));
}

/** What an action on the files works with. */
export interface Acting {
  readonly run: RunContext;
  readonly shelves: Shelves;
  /** The lock's lines plus what a killed run pushed. */
  readonly lines: string;
  /** The lock's lines on disk. */
  readonly before: string;
}

const NO_HASHES = new Map<string, never>();

/** Compares everything before anything is changed. @throws EngineError, TranslatorError */
export async function push(
  open: readonly Known[],
  acting: Acting,
  decide?: Decide,
): Promise<AppliedResources & { readonly ids: ReadonlyMap<Known, readonly CopyId[]> }> {
  const { run, shelves, before } = acting;
  const meetings: Meeting[] = [];
  for (const known of open) {
    const terms = [...known.file.parts.values()].reduce((sum, { size }) => sum + size, 0);
    run.onEvent({ type: 'resource', file: known.file.path, step: 'pushed', terms });
    meetings.push(await meet(known, shelves[known.file.kind], { decide }));
  }
  refuseForeign(meetings);
  refuseConflicts(meetings);
  const ids = new Map<Known, readonly CopyId[]>();
  const changes: FileNews[] = [];
  let { lines } = acting;
  const service = sourceHash(run.config.service.url);
  for (const { known, copy, parts } of meetings) {
    const terms = new Map(known.applied.terms);
    // If the run ends here, a later one must recognize its own work.
    const onWritten = (language: string): void => {
      terms.set(language, hashesOf(known.file.parts).get(language) ?? NO_HASHES);
      if (isRehearsal(run.config)) return;
      const sofar = { known, ids: idsOn(known, service), terms };
      notePushed(run.state, before, noted(lines, sofar, run));
    };
    const own = await (copy ?? shelves[known.file.kind]).write(known, { parts, onWritten });
    ids.set(known, own);
    changes.push(newsOf(known.file, parts.map(newsOfPart)));
    if (isRehearsal(run.config)) continue;
    lines = noted(lines, { known, ids: own }, run);
    notePushed(run.state, before, lines);
  }
  return { ids, lines, changes: changes.filter(({ parts }) => parts.length > 0) };
}

/**
 * The lock's lines after a file was applied.
 * @param applied `terms`: by language, names with hashes of what was applied; default: the file's
 * content
 */
export function noted(
  lines: string,
  applied: {
    readonly known: Known;
    readonly ids: readonly CopyId[];
    readonly terms?: Known['applied']['terms'];
  },
  { config }: RunContext,
): string {
  const service = sourceHash(config.service.url);
  const { known, ids, terms = hashesOf(applied.known.file.parts) } = applied;
  const others = known.applied.ids.filter((one) => one.service !== service);
  const own = ids.map(({ id, name }) => ({ service, id, name }));
  return updateApplied(lines, known.hash, { was: known.was, ids: [...others, ...own], terms });
}

export function hashesOf(parts: Known['file']['parts']): Known['applied']['terms'] {
  return new Map(
    [...parts].map(([language, own]) => [
      language,
      new Map([...own].map(([name, text]) => [name, new Set([targetHash(text)])])),
    ]),
  );
}
