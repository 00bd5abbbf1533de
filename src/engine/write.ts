import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
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
  Unit,
} from '../model/index.js';
import {
  contentHash,
  isHuman,
  quickHash,
  stageFile,
  targetHash,
  WriteError,
} from '../state/index.js';
import type { StagedFile } from '../state/index.js';
import type { TargetDiff } from './diff.js';
import type { Inputs } from './inputs.js';
import type { Job } from './job.js';
import type { ParsedFile, ParsedFiles } from './parsed-files.js';

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
  /** Jobs whose text stands in the file now. */
  readonly done: readonly Job[];
  readonly outcome: 'written' | 'unchanged' | 'failed';
  readonly problems: readonly Problem[];
}

/** How often a file that is being edited meanwhile is read again before it is left for the next run. */
const ATTEMPTS = 3;

/**
 * One target file on its way to the disk: new and changed texts in, dropped units out, every other byte as it is.
 * A file that changed since it was read is read again, and only what nobody touched meanwhile is written.
 */
export class TargetWrite {
  readonly #diff: TargetDiff;
  readonly #jobs: readonly Job[];
  readonly #context: WriteContext;
  #state: FileState;
  #problems: Problem[] = [];
  #made: Made | undefined;
  #failed: WriteResult | undefined;
  #tries = 0;

  constructor(diff: TargetDiff, jobs: readonly Job[], context: WriteContext) {
    const { document, hash } = diff.target;
    this.#diff = diff;
    this.#jobs = jobs;
    this.#context = context;
    this.#state = { document, hash };
  }

  /** Makes the new file, all but putting it in its place, and lets go of the texts. Nothing in the project changes. */
  async prepare(): Promise<void> {
    await this.#insist(() => this.#make());
  }

  /** Puts it in its place. */
  async write(): Promise<WriteResult> {
    let done: readonly Job[] = [];
    let outcome: WriteResult['outcome'] = 'unchanged';
    await this.#insist(async () => {
      if (this.#made === undefined) await this.#make();
      const made = this.#made;
      this.#made = undefined;
      if (made === undefined) return;
      outcome = await this.#commit(made);
      done = made.accepted;
    });
    if (this.#failed !== undefined) return this.#failed;
    if ((outcome as WriteResult['outcome']) === 'written') {
      const { path: file, locale } = this.#diff.target;
      this.#context.onEvent({ type: 'written', file, locale, units: done.length });
    }
    return { done, outcome, problems: this.#problems };
  }

  /** Again while somebody else changes the file; other failures are kept for the report. */
  async #insist(step: () => Promise<void>): Promise<void> {
    while (this.#failed === undefined) {
      try {
        await step();
        return;
      } catch (error) {
        this.#tries += 1;
        const changed = error instanceof WriteError && error.code === 'changed-on-disk';
        const fresh =
          changed && this.#tries < ATTEMPTS
            ? await readAgain(this.#diff, this.#context)
            : undefined;
        if (fresh !== undefined) this.#state = fresh;
        else this.#fail(error);
      }
    }
  }

  #fail(error: unknown): void {
    const { path, locale } = this.#diff.target;
    const problems = [writeProblem(path, locale, error)];
    this.#failed = { done: [], outcome: 'failed', problems };
  }

  async #make(): Promise<void> {
    const diff = this.#diff;
    const { root, state: stateFolder, parsed } = this.#context;
    const { hash } = this.#state;
    const codec = await codecOf(diff.target.path);
    const { text, accepted } = acceptedEdits(this.#ready(), this.#diff.target.path, (jobs) =>
      newText(codec, diff, { document: this.#state.document, jobs }),
    );
    // A large file takes longer than an answer: between its steps, answers are read and requests go out.
    await setImmediate();
    if (text === undefined) {
      this.#made = { accepted, staged: undefined, known: undefined, hash: '' };
    } else {
      const options = parseOptions(diff);
      const document = codec.parse(text, options);
      await setImmediate();
      readBack(document, accepted);
      await setImmediate();
      const bytes = Buffer.from(text);
      const staged = stageFile(join(root, diff.target.path), bytes, {
        root,
        state: stateFolder,
        expect: hash,
        // A killed process loses nothing; waiting for the disk at each of a thousand files would take longer than the service.
        durability: 'process-end',
      });
      const known =
        parsed === undefined ? undefined : { hash: contentHash(bytes), options, document };
      this.#made = { accepted, staged, known, hash: quickHash(bytes) };
    }
    for (const job of accepted) {
      if (job.text !== undefined) job.hash = targetHash(job.text);
      job.text = undefined;
    }
  }

  /** Jobs with a text whose unit stands in the file as it did when the run decided about it. */
  #ready(): readonly Job[] {
    const ready = this.#jobs.filter(
      ({ text, action }) => text !== undefined && action !== 'propose',
    );
    const jobs = untouched(this.#diff, ready, this.#state);
    const kept = ready.length - jobs.length;
    this.#problems = kept > 0 ? [changedProblem(this.#diff, kept)] : [];
    return jobs;
  }

  async #commit({ staged, accepted, known, hash }: Made): Promise<WriteResult['outcome']> {
    if (staged === undefined) return 'unchanged';
    const { path } = this.#diff.target;
    try {
      const outcome = staged.commit();
      this.#context.inputs.written(path, hash);
      if (known !== undefined) this.#context.parsed?.set(path, known);
      return outcome;
    } catch (error) {
      // Another try needs the texts that were let go.
      const codec = await codecOf(path);
      const text = staged.content().toString();
      readBack(codec.parse(text, parseOptions(this.#diff)), accepted);
      throw error;
    } finally {
      staged.discard();
    }
  }
}

/** The new text of a target file; undefined where nothing changes. */
function newText(
  codec: Codec,
  diff: TargetDiff,
  { document, jobs }: { readonly document: Document | undefined; readonly jobs: readonly Job[] },
): string | undefined {
  if (document !== undefined) {
    const edits = editsOf(diff, document, jobs);
    return edits.length === 0 ? undefined : codec.edit(document, edits);
  }
  if (jobs.length === 0) return undefined;
  const { locale } = diff.target;
  const options = { locale, language: languageTag(locale) };
  return codec.derive(diff.pair.source.document, derivation(diff, jobs), options);
}

/** A new file that is not in its place yet. */
interface Made {
  readonly accepted: readonly Job[];
  /** Undefined where nothing is to be written. */
  readonly staged: StagedFile | undefined;
  /** `quickHash` of its content. */
  readonly hash: string;
  /** How it reads, for an engine that stays warm. */
  readonly known: ParsedFile | undefined;
}

interface FileState {
  readonly document: Document | undefined;
  readonly hash: string;
}

/**
 * Nothing is written that could not be read again. What a format says differently (lines of subtitles, white space) is
 * remembered as it stands in the file, or the next run would take it for a person's edit.
 */
function readBack({ units }: Document, jobs: readonly Job[]): void {
  const standing = new Map(units.map((unit) => [keyId(unit.key), unit.text]));
  for (const job of jobs) {
    const { key, source } = job.unit;
    const text = standing.get(source.keyId);
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

/** It is the text that does not fit, or what stands in the file already. */
function failureOf({ code, message }: EditError, path: string): NonNullable<Job['failure']> {
  if (code === 'inline-codes') return { code: 'markup-mismatch', message };
  return { code: 'write-failed', message: `${path}: ${message}` };
}

/** A codec refuses what its file cannot hold, a text or a place: that one is reported, the others go on. */
function acceptedEdits(
  jobs: readonly Job[],
  path: string,
  edit: (jobs: readonly Job[]) => string | undefined,
): { readonly text: string | undefined; readonly accepted: readonly Job[] } {
  let accepted = jobs;
  for (;;) {
    try {
      return { text: edit(accepted), accepted };
    } catch (error) {
      if (!(error instanceof EditError)) throw error;
      const refused = keyId(error.key);
      const rest = movedTogether(
        accepted,
        accepted.filter(({ unit }) => unit.source.keyId !== refused),
      );
      if (rest.length === accepted.length) throw error;
      for (const job of accepted) {
        if (job.unit.source.keyId === refused) {
          job.failure = failureOf(error, path);
          job.text = undefined;
        }
      }
      accepted = rest;
    }
  }
}

/** Jobs whose unit stands in the file as it did when the run decided about it. */
function untouched(diff: TargetDiff, jobs: readonly Job[], state: FileState): readonly Job[] {
  if (state.document === diff.target.document) return jobs;
  const standing = new Map(state.document?.units.map((unit) => [keyId(unit.key), unit.text]));
  const isAsItWas = (id: string, unit: Unit | undefined): boolean =>
    (standing.get(id) ?? '') === (unit?.text ?? '');
  const left = jobs.filter(({ unit: { source, current, arrival } }) => {
    const from = arrival?.current;
    return (
      isAsItWas(source.keyId, current) && (from === undefined || isAsItWas(keyId(from.key), from))
    );
  });
  return movedTogether(jobs, left);
}

/** Elements of arrays change places all at once or not at all: a text that cannot move must not be overwritten. */
function movedTogether(jobs: readonly Job[], left: readonly Job[]): readonly Job[] {
  const moves = (some: readonly Job[]): number =>
    some.filter(({ unit }) => unit.arrival !== undefined).length;
  return moves(left) === moves(jobs) ? left : left.filter(({ unit }) => !unit.isDisplaced);
}

/** Marks text of the service where a format can: to a translator, `translated` alone may be anyone's work. */
function subStateOf({ action, origin }: Job): { readonly subState?: string } {
  if (action === 'copy' || origin === undefined || isHuman(origin)) return {};
  return { subState: 'locale-sync:machine' };
}

/** Edits of a file that exists, in source order. */
function editsOf(diff: TargetDiff, document: Document, jobs: readonly Job[]): Edit[] {
  const byKey = new Map(jobs.map((job) => [job.unit.source.keyId, job]));
  const standing = new Map(document.units.map((unit) => [keyId(unit.key), unit]));
  const edits: Edit[] = [];
  let after: Key | null = null;
  for (const {
    key,
    expected,
    source: { keyId: id },
  } of diff.units) {
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
  const isHeldBack =
    diff.obsolete.length > 0 &&
    diff.units.some(({ arrival, source }) => arrival !== undefined && !byKey.has(source.keyId));
  for (const { unit } of isHeldBack ? [] : diff.obsolete) {
    if (standing.has(keyId(unit.key))) edits.push({ op: 'remove', key: unit.key });
  }
  return edits;
}

/** Edits of the source's own text that make a new target file of it: what has no text yet is not in it. */
function derivation(diff: TargetDiff, jobs: readonly Job[]): Edit[] {
  const byKey = new Map(jobs.map((job) => [job.unit.source.keyId, job]));
  const source = diff.pair.source.document;
  const unused = new Set(source.units.map((unit) => keyId(unit.key)));
  const edits: Edit[] = [];
  let after: Key | null = null;
  for (const {
    key,
    expected,
    source: { keyId: id },
  } of diff.units) {
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

async function readAgain(diff: TargetDiff, context: WriteContext): Promise<FileState | undefined> {
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
    return { ...base, code, message: error.explanation };
  }
  if (error instanceof EditError) {
    return { ...base, code: 'write-failed', key: formatKey(error.key), message: error.message };
  }
  if (error instanceof FormatError)
    return { ...base, code: 'invalid-file', message: error.message };
  throw error;
}
