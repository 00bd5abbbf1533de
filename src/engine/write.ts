import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { languageTag } from '../config/languages.js';
import { decodeText } from '../formats/decode.js';
import { loadCodec } from '../formats/load.js';
import { EditError, FormatError, formatKey, keyId } from '../model/index.js';
import type {
  Codec,
  Document,
  Edit,
  EngineEvent,
  Key,
  ParseOptions,
  Problem,
} from '../model/index.js';
import { contentHash, isHuman, WriteError, writeFileAtomic } from '../state/index.js';
import type { TargetDiff } from './diff.js';
import type { Inputs } from './inputs.js';
import type { Job } from './job.js';
import type { ParsedFiles } from './parsed-files.js';

export interface WriteContext {
  /** Absolute root that no path may leave. */
  readonly root: string;
  /** Absolute folder of the local state. */
  readonly state: string;
  readonly inputs: Inputs;
  /** Where what was written is kept as it reads, by an engine that stays warm. */
  readonly parsed: ParsedFiles | undefined;
  readonly onEvent: (event: EngineEvent) => void;
}

export interface WriteResult {
  readonly file: string;
  /** Jobs whose text stands in the file now. */
  readonly done: readonly Job[];
  readonly outcome: 'written' | 'unchanged' | 'failed';
  readonly problems: readonly Problem[];
}

/** How often a file that is being edited meanwhile is read again before it is left for the next run. */
const ATTEMPTS = 3;

/**
 * Writes one target file: new and changed texts in, dropped units out, every other byte as it is. A file that
 * changed since it was read is read again, and only what nobody touched meanwhile is written.
 */
export async function writeTarget(
  diff: TargetDiff,
  jobs: readonly Job[],
  context: WriteContext,
): Promise<WriteResult> {
  const { target } = diff;
  const state: FileState = { document: target.document, hash: target.hash };
  const ready = jobs.filter((job) => job.text !== undefined && job.action !== 'propose');
  const attempt: WriteAttempt = { diff, jobs: ready, state, context, problems: [] };
  for (let tries = 1; ; tries += 1) {
    try {
      const done = await writeOnce(attempt);
      const outcome = attempt.outcome ?? 'unchanged';
      if (outcome === 'written') {
        const { path: file, locale } = target;
        context.onEvent({ type: 'written', file, locale, units: done.length });
      }
      return { file: target.path, done, outcome, problems: attempt.problems };
    } catch (error) {
      if (error instanceof WriteError && error.code === 'changed-on-disk' && tries < ATTEMPTS) {
        const fresh = await readAgain(attempt);
        if (fresh !== undefined) {
          attempt.state = fresh;
          continue;
        }
      }
      const problem = writeProblem(target.path, target.locale, error);
      return { file: target.path, done: [], outcome: 'failed', problems: [problem] };
    }
  }
}

interface FileState {
  readonly document: Document | undefined;
  readonly hash: string;
}

interface WriteAttempt {
  readonly diff: TargetDiff;
  readonly jobs: readonly Job[];
  readonly context: WriteContext;
  state: FileState;
  problems: Problem[];
  outcome?: 'written' | 'unchanged';
}

async function writeOnce(attempt: WriteAttempt): Promise<readonly Job[]> {
  const { diff, state, context } = attempt;
  const { target, pair } = diff;
  attempt.problems = [];
  const codec = await codecOf(target.path);
  const jobs = untouched(attempt);
  const kept = attempt.jobs.length - jobs.length;
  if (kept > 0) attempt.problems.push(changedProblem(diff, kept));
  const edit = (accepted: readonly Job[]): string | undefined => {
    if (state.document !== undefined) {
      const edits = editsOf(diff, state.document, accepted);
      return edits.length === 0 ? undefined : codec.edit(state.document, edits);
    }
    if (accepted.length === 0) return undefined;
    return codec.derive(pair.source.document, derivation(diff, accepted), {
      locale: target.locale,
      language: languageTag(target.locale),
    });
  };
  const { text, accepted } = acceptedEdits(jobs, edit);
  if (text === undefined) {
    attempt.outcome = 'unchanged';
    return accepted;
  }
  const options = parseOptions(diff);
  const document = codec.parse(text, options);
  readBack(document, accepted);
  attempt.outcome = writeFileAtomic(join(context.root, target.path), text, {
    root: context.root,
    state: context.state,
    expect: state.hash,
    // A killed process loses nothing; waiting for the disk at each of a thousand files would take longer than the service.
    durability: 'process-end',
  });
  context.inputs.written(target.path, text);
  context.parsed?.set(target.path, { hash: contentHash(text), options, document });
  return accepted;
}

/**
 * Nothing is written that could not be read again. What a format says differently (lines of subtitles, white space) is
 * remembered as it stands in the file, or the next run would take it for a person's edit.
 */
function readBack({ units }: Document, jobs: readonly Job[]): void {
  const standing = new Map(units.map((unit) => [keyId(unit.key), unit.text]));
  for (const job of jobs) {
    const { key } = job.unit;
    const text = standing.get(keyId(key));
    if (text === undefined) {
      throw new EditError(
        'not-writable',
        key,
        'The unit could not be read back from the new file.',
      );
    }
    job.text = text;
  }
}

function parseOptions({ target, pair }: TargetDiff): ParseOptions {
  const { path: file, locale } = target;
  return { role: 'target', locale, source: pair.source.document, file };
}

/** A codec refuses a text that its file could not hold (inline codes): that one is reported, the others go on. */
function acceptedEdits(
  jobs: readonly Job[],
  edit: (jobs: readonly Job[]) => string | undefined,
): { readonly text: string | undefined; readonly accepted: readonly Job[] } {
  let accepted = jobs;
  for (;;) {
    try {
      return { text: edit(accepted), accepted };
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      const refused = keyId(error.key);
      const rest = accepted.filter(({ unit }) => keyId(unit.key) !== refused);
      if (rest.length === accepted.length) throw error;
      for (const job of accepted) {
        if (keyId(job.unit.key) === refused) {
          job.failure = { code: 'markup-mismatch', message: error.message };
          delete job.text;
        }
      }
      accepted = rest;
    }
  }
}

/** Jobs whose unit stands in the file as it did when the run decided about it. */
function untouched({ diff, jobs, state }: WriteAttempt): readonly Job[] {
  if (state.document === diff.target.document) return jobs;
  const standing = new Map(state.document?.units.map((unit) => [keyId(unit.key), unit.text]));
  return jobs.filter(
    ({ unit }) => (standing.get(keyId(unit.key)) ?? '') === (unit.current?.text ?? ''),
  );
}

/** Marks text of the service where a format can: to a translator, `translated` alone may be anyone's work. */
function subStateOf({ action, origin }: Job): { readonly subState?: string } {
  if (action === 'copy' || origin === undefined || isHuman(origin)) return {};
  return { subState: 'locale-sync:machine' };
}

/** Edits of a file that exists, in source order. */
function editsOf(diff: TargetDiff, document: Document, jobs: readonly Job[]): Edit[] {
  const byKey = new Map(jobs.map((job) => [keyId(job.unit.key), job]));
  const standing = new Map(document.units.map((unit) => [keyId(unit.key), unit]));
  const edits: Edit[] = [];
  let after: Key | null = null;
  for (const { key, expected } of diff.units) {
    const id = keyId(key);
    const job = byKey.get(id);
    const current = standing.get(id);
    if (job?.text !== undefined) {
      const from = { document: diff.pair.source.document, unit: expected.unit };
      const said = { text: job.text, ...subStateOf(job) };
      if (current === undefined) edits.push({ op: 'insert', key, ...said, after, from });
      else if (current.text !== job.text || job.unit.status !== 'current') {
        edits.push({ op: 'set', key, ...said, from });
      }
    }
    if (current !== undefined || job?.text !== undefined) after = key;
  }
  for (const { unit } of diff.obsolete) {
    if (standing.has(keyId(unit.key))) edits.push({ op: 'remove', key: unit.key });
  }
  return edits;
}

/** Edits of the source's own text that make a new target file of it: what has no text yet is not in it. */
function derivation(diff: TargetDiff, jobs: readonly Job[]): Edit[] {
  const byKey = new Map(jobs.map((job) => [keyId(job.unit.key), job]));
  const source = diff.pair.source.document;
  const unused = new Set(source.units.map((unit) => keyId(unit.key)));
  const edits: Edit[] = [];
  let after: Key | null = null;
  for (const { key, expected } of diff.units) {
    const id = keyId(key);
    const job = byKey.get(id);
    if (job?.text === undefined) continue;
    const said = { text: job.text, ...subStateOf(job) };
    const from = { document: source, unit: expected.unit };
    if (unused.delete(id)) edits.push({ op: 'set', key, ...said });
    else edits.push({ op: 'insert', key, ...said, after, from });
    after = key;
  }
  for (const { key } of source.units) {
    if (unused.has(keyId(key))) edits.push({ op: 'remove', key });
  }
  return edits;
}

async function readAgain({ diff, context }: WriteAttempt): Promise<FileState | undefined> {
  const { path } = diff.target;
  try {
    const bytes = readFileSync(join(context.root, path));
    const codec = await codecOf(path);
    const document = codec.parse(decodeText(bytes, path), parseOptions(diff));
    return { document, hash: contentHash(bytes) };
  } catch (error) {
    // Gone: nothing is there to lose. Anything else, such as a file saved half way, is for the next run.
    const gone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
    return gone ? { document: undefined, hash: 'absent' } : undefined;
  }
}

/** Of a file that was read, so that its format is known. */
async function codecOf(path: string): Promise<Codec> {
  const codec = await loadCodec(path);
  if (codec === undefined) throw new TypeError(`${path} has no known format`);
  return codec;
}

function changedProblem({ target }: TargetDiff, count: number): Problem {
  const { path: file, locale } = target;
  const message = `The file was changed during the run; ${count} ${count === 1 ? 'unit' : 'units'} edited meanwhile ${count === 1 ? 'was' : 'were'} left alone. Run sync again.`;
  return { code: 'changed-on-disk', severity: 'warning', file, locale, message };
}

function writeProblem(file: string, locale: string, error: unknown): Problem {
  const base = { severity: 'error', file, locale } as const;
  if (error instanceof WriteError) {
    const code = error.code === 'changed-on-disk' ? 'changed-on-disk' : 'write-failed';
    return { ...base, code, message: [error.message, error.hint].filter(Boolean).join(' ') };
  }
  if (error instanceof EditError) {
    return { ...base, code: 'write-failed', key: formatKey(error.key), message: error.message };
  }
  if (error instanceof FormatError)
    return { ...base, code: 'invalid-file', message: error.message };
  throw error;
}
