import { join } from 'node:path';
import { documentTypes, limits, EMBEDDED, realService } from '../../facts/index.js';
import { openRegularFile } from '../../disk/index.js';
import { closeSync, readSync } from 'node:fs';
import { endingOf } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import type { Problem } from '../../model/index.js';
import { memoryKey, originOf, isHuman, ADOPTED, EDITED, isForReview } from '../../lock/index.js';
import type { FileFact } from '../../lock/index.js';
import type { Loaded, ScanOutput } from '../load/index.js';
import { isDocumentType } from './cost.js';
import { FileFacts, unitOf } from './facts.js';
import type { FileHashes } from './hashes.js';
import type { JobJournal } from './journal.js';
import { recordingType, requestOf } from './requests.js';
import type { ComparedOutput, OutputStatus } from './types.js';

export interface ComparedOutputs {
  readonly outputs: readonly ComparedOutput[];
  readonly problems: readonly Problem[];
}

interface Source {
  readonly hash: string;
  /** Why it cannot be sent; undefined: it can. */
  readonly problem: Problem | undefined;
}

/** The state of every output, from the bytes of source and target, the lock, and kept results. */
export function compareOutputs(
  { scan, lock, config, resources }: Loaded,
  { hashes, journal }: { readonly hashes: FileHashes; readonly journal: JobJournal },
): ComparedOutputs {
  const facts = new FileFacts(lock.applied);
  const rehearsal = rehearsalConfig(config);
  const sources = new Map<string, Source | undefined>();
  const problems: Problem[] = [];
  const sourceOf = (output: ScanOutput): Source | undefined => {
    const { source } = output;
    if (!sources.has(source)) {
      const found = readSource(output, config.root, hashes);
      sources.set(source, found);
      if (found?.problem !== undefined) problems.push(found.problem);
    }
    return sources.get(source);
  };
  const outputs = scan.outputs.flatMap((output): ComparedOutput[] => {
    const source = sourceOf(output);
    if (source === undefined || source.problem !== undefined) return [];
    const request = requestOf(output, config, resources.glossaries);
    const key = memoryKey([source.hash, endingOf(output.source), request.fingerprint]);
    const unit = unitOf(output.source, output.kind);
    const targetHash = hashes.of(output.path);
    const today = { source: source.hash.slice(0, 8), target: targetHash?.slice(0, 6) };
    const origin = originOf(request.fingerprint);
    const known = facts.of(unit, output.locale);
    const written = keptFact({ journal, key, today, origin });
    const state = stateOf(today, written === undefined ? known : [...known, written]);
    const { origin: made = origin } = state;
    const isMadeOtherwise = state.status === 'current' && made !== origin && !isHuman(made);
    const rehearsed = rehearsal && requestOf(output, rehearsal, resources.glossaries);
    const isRehearsed =
      isMadeOtherwise && rehearsed !== undefined && made === originOf(rehearsed.fingerprint);
    const status = isRehearsed ? 'stale' : state.status;
    const isDrifted = isMadeOtherwise && !isRehearsed;
    const found = { output, unit, sourceHash: source.hash, targetHash, request, key };
    return [{ ...found, ...state, status, isDrifted, isRehearsed }];
  });
  return { outputs, problems: [...problems, ...orphanProblems(scan.orphanOutputs, facts)] };
}

interface OutputState {
  readonly status: OutputStatus;
  readonly origin: string | undefined;
}

/** Hash prefixes of a source and its target; undefined: there is no target. */
interface PairToday {
  readonly source: string;
  readonly target: string | undefined;
}

/**
 * The state of a target, from the lock's facts and the kept results for its unit and locale.
 * Branches may have recorded different facts; all of them count.
 */
export function stateOf(
  { source, target }: PairToday,
  facts: readonly Pick<FileFact, 'source' | 'hash' | 'origin'>[],
): OutputState {
  if (target === undefined) return { status: 'missing', origin: undefined };
  const ofTarget = facts.filter(({ hash }) => hash === target);
  const own = ofTarget.filter((fact) => fact.source === source).map(({ origin }) => origin);
  const made = own.find((origin) => !isHuman(origin));
  if (made !== undefined) return { status: 'current', origin: made };
  const settled = own.find((origin) => !isForReview(origin));
  if (settled !== undefined) {
    return { status: settled === EDITED ? 'edited' : 'current', origin: settled };
  }
  const [waiting] = own;
  if (waiting !== undefined) return { status: 'review', origin: waiting };
  const earlier = ofTarget.map(({ origin }) => origin);
  const person = earlier.find(isHuman);
  if (person !== undefined) return { status: 'review', origin: person };
  const [machine] = earlier;
  if (machine !== undefined) return { status: 'stale', origin: machine };
  // Only a person can have written these bytes.
  if (facts.some((fact) => fact.source === source)) return { status: 'edited', origin: EDITED };
  if (facts.length > 0) return { status: 'review', origin: EDITED };
  return { status: 'current', origin: ADOPTED };
}

/**
 * For a real service: the config of its rehearsals. Undefined also if their engine was a translator.
 */
function rehearsalConfig({ service, ...config }: ResolvedConfig): ResolvedConfig | undefined {
  const { engine = 'auto' } = service.backend ?? {};
  const isPseudo = engine === 'auto' || engine === 'pseudo';
  if (realService(service.url) === undefined || !isPseudo) return undefined;
  return { ...config, service: { ...service, url: EMBEDDED } };
}

/**
 * Problems for output files without a source that were created or seen here before. Files unknown
 * to the lock need no source.
 */
function orphanProblems(orphans: readonly ScanOutput[], facts: FileFacts): readonly Problem[] {
  return orphans.flatMap(({ source, kind, locale, path: file }): Problem[] => {
    if (facts.of(unitOf(source, kind), locale).length === 0) return [];
    const message = `Its source ${source} does not exist. If the source was renamed, rename this file to match; otherwise delete it.`;
    return [{ code: 'orphan-file', severity: 'warning', file, locale, message }];
  });
}

interface Kept {
  readonly journal: JobJournal;
  readonly key: string;
  readonly today: { readonly source: string; readonly target: string | undefined };
  readonly origin: string;
}

/**
 * If a run was killed between writing a target and the lock, its kept result identifies the target.
 */
function keptFact({ journal, key, today, origin }: Kept) {
  if (today.target === undefined || journal.resultOf(key) !== 'result') return undefined;
  const hash = journal.hashOf(key)?.slice(0, 6);
  if (hash !== today.target) return undefined;
  return { source: today.source, hash, origin } satisfies Partial<FileFact>;
}

/** Undefined if it has been deleted meanwhile. */
function readSource(output: ScanOutput, root: string, hashes: FileHashes): Source | undefined {
  const { source } = output;
  const hash = hashes.of(source);
  if (hash === undefined) return undefined;
  const size = hashes.sizeOf(source);
  const reason =
    output.kind === 'document' ? refusedDocument(source, size) : refusedRecording(source, size);
  const flaw = reason ?? refusedStart(source, startOf(join(root, source)));
  if (flaw === undefined) return { hash, problem: undefined };
  const message = `${source} ${flaw}; it was skipped`;
  return { hash, problem: { code: 'invalid-file', severity: 'error', file: source, message } };
}

const POINTER = 'is a Git LFS pointer, not the file itself: run `git lfs pull`';

/**
 * Why the service would refuse a document, by name and size in bytes; undefined: it would not.
 * Pure.
 */
export function refusedDocument(path: string, size: number): string | undefined {
  const ending = endingOf(path);
  if (!isDocumentType(ending)) {
    return `is not a type of document that the service accepts (${Object.keys(documentTypes).join(', ')})`;
  }
  if (size === 0) return 'is empty';
  const { bytes } = documentTypes[ending];
  if (size <= bytes) return undefined;
  return `is ${size} bytes long, but the service accepts at most ${bytes} for ${ending}`;
}

/**
 * Why the service would refuse a recording, by name and size in bytes; undefined: it would not.
 * Pure.
 */
export function refusedRecording(path: string, size: number): string | undefined {
  if (recordingType(path) === undefined)
    return 'is not a type of recording that the service accepts';
  if (size === 0) return 'is empty';
  const { sourceBytes } = limits.voice;
  if (size <= sourceBytes) return undefined;
  return `is ${size} bytes long, but the service accepts at most ${sourceBytes} for recordings`;
}

/** The only XLIFF version that the service accepts. */
const XLIFF = '2.1';

/**
 * Why the service would refuse a document, by its first kilobytes; undefined: it would not. Pure.
 */
export function refusedStart(path: string, start: string): string | undefined {
  if (start.startsWith('version https://git-lfs')) return POINTER;
  if (!/^xli?f/.test(endingOf(path))) return undefined;
  const [, version = XLIFF] = /<xliff\b[^>]*?\sversion\s*=\s*["']([\d.]+)["']/.exec(start) ?? [];
  if (version === XLIFF) return undefined;
  return `is XLIFF ${version}, but the service only accepts ${XLIFF}; list it under \`catalogs\` to translate it text by text`;
}

const START_BYTES = 4_096;

function startOf(path: string): string {
  const file = openRegularFile(path);
  try {
    const start = Buffer.alloc(START_BYTES);
    return start.toString('utf8', 0, readSync(file, start, 0, START_BYTES, 0));
  } finally {
    closeSync(file);
  }
}
