import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate } from 'node:timers/promises';
import { decodeText } from '../formats/decode.js';
import { loadCodec } from '../formats/load.js';
import { EditError, FormatError, formatKey, keyId } from '../model/index.js';
import type { Codec, Document, EngineEvent, Problem, Unit } from '../model/index.js';
import { contentHash, quickHash, stageFile, targetHash, WriteError } from '../state/index.js';
import type { StagedFile } from '../state/index.js';
import type { TargetDiff } from './diff.js';
import { makeDraft, movedTogether, parseOptions, takeTexts } from './draft.js';
import type { Job } from './job.js';
import type { Inputs, ParsedFile, ParsedFiles } from './load/index.js';

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
  /** Units that the source dropped stand in the file still. */
  readonly keepsObsolete: boolean;
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
  #keepsObsolete = false;
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
    return { done, outcome, keepsObsolete: this.#keepsObsolete, problems: this.#problems };
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
    this.#failed = { done: [], outcome: 'failed', keepsObsolete: true, problems };
  }

  async #make(): Promise<void> {
    const diff = this.#diff;
    const { root, state: stateFolder, parsed } = this.#context;
    const { hash } = this.#state;
    const codec = await codecOf(diff.target.path);
    const { document: before } = this.#state;
    const draft = await makeDraft(codec, diff, { document: before, jobs: this.#ready() });
    const { document, accepted, refusal } = draft;
    this.#keepsObsolete = draft.keepsObsolete;
    if (refusal !== undefined) {
      this.#problems.push(keptProblem(diff, refusal));
    }
    if (document === undefined) {
      this.#made = { accepted, staged: undefined, known: undefined, hash: '' };
    } else {
      takeTexts(document, accepted);
      await setImmediate();
      const bytes = Buffer.from(document.text);
      const staged = stageFile(join(root, diff.target.path), bytes, {
        root,
        state: stateFolder,
        expect: hash,
        // A killed process loses nothing; waiting for the disk at each of a thousand files would take longer than the service.
        durability: 'process-end',
      });
      const options = parseOptions(diff);
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
      takeTexts(codec.parse(text, parseOptions(this.#diff)), accepted);
      throw error;
    } finally {
      staged.discard();
    }
  }
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

/** Jobs whose unit stands in the file as it did when the run decided about it. */
function untouched(diff: TargetDiff, jobs: readonly Job[], state: FileState): readonly Job[] {
  if (state.document === diff.target.document) return jobs;
  const standing = new Map(state.document?.units.map((unit) => [keyId(unit.key), unit]));
  const left = jobs.filter(({ unit: { source, current, arrival } }) => {
    const from = arrival?.current;
    return (
      isSame(standing.get(source.keyId), current) &&
      (from === undefined || isSame(standing.get(keyId(from.key)), from))
    );
  });
  return movedTogether(jobs, left);
}

/** Nothing and an empty text are the same: nobody's. */
function isSame(a: Unit | undefined, b: Unit | undefined): boolean {
  if ((a?.text ?? '') === '') return (b?.text ?? '') === '';
  return a?.text === b?.text && a?.kind === b?.kind;
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

/** All that is to be there is there: what is left over harms nobody. */
function keptProblem({ target }: TargetDiff, { key, message }: EditError): Problem {
  return {
    code: 'write-failed',
    severity: 'warning',
    file: target.path,
    locale: target.locale,
    key: formatKey(key),
    message: `Units that the source dropped are kept. ${message}`,
  };
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
