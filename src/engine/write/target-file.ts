import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { readRegularFile } from '../../disk/index.js';
import { decodeAs, encode, loadCodec } from '../../formats/index.js';
import { keyId, EditError, FormatError, formatKey } from '../../model/index.js';
import type { Codec, Document, EngineEvent, Problem, Unit } from '../../model/index.js';
import { contentHash, targetHash, ARCHIVE_FILE } from '../../lock/index.js';
import type { TargetFact } from '../../lock/index.js';
import { stageFile, WriteError } from '../../state/index.js';
import type { StagedFile } from '../../state/index.js';
import { factsOfPerson } from '../units/known-texts.js';
import type { Inputs, ParsedFile, ParsedFiles } from '../load/index.js';
import type { DecidedRow, FileComparison, NewText } from '../units/row.js';
import { lostTexts, toArchive } from '../units/removals.js';
import type { LostText } from '../units/removals.js';
import type { ArchiveWrite } from './archive.js';
import { makeDraft, movedTogether, parseOptions } from './draft.js';
import type { Draft } from './draft.js';
import { originOf } from './edits.js';
import type { SharedFile } from './shared-file.js';
import { EngineError } from '../errors.js';

export interface WriteContext {
  /** Absolute path of the root, which no path may leave. */
  readonly root: string;
  /** Absolute path of the local state's folder. */
  readonly state: string;
  readonly inputs: Inputs;
  /** Parsed files of a warm engine, updated with what is written. */
  readonly parsed: ParsedFiles | undefined;
  readonly onEvent: (event: EngineEvent) => void;
}

/** The result for one target file, besides what its rows say. */
export interface FileResult {
  readonly outcome: 'written' | 'unchanged' | 'failed';
  /** Whether dropped units are still in the file. */
  readonly keepsObsolete: boolean;
  readonly problems: readonly Problem[];
  /** Texts that the file loses or has lost. */
  readonly lost: readonly LostText[];
}

/** How often a file that changes meanwhile is read again before it is left to the next run. */
const ATTEMPTS = 3;

/**
 * Writes one target file: adds new and changed texts, removes dropped units, keeps every other
 * byte. If the file has changed since it was read, it is read again, and only units that nobody has
 * edited are written.
 */
export class TargetFileWrite {
  readonly #file: FileComparison;
  readonly #context: WriteContext;
  readonly #archive: ArchiveWrite;
  #base: Base;
  #texts: readonly NewText[] = [];
  #made: Made | undefined;
  #failed: FileResult | undefined;
  #tries = 0;
  readonly #shared: SharedFile | undefined;

  /** @param shared for a file that also holds other locales' texts */
  constructor(
    file: FileComparison,
    context: WriteContext,
    archive: ArchiveWrite,
    shared?: SharedFile,
  ) {
    const { target } = file;
    this.#archive = archive;
    this.#shared = shared;
    this.#file = file;
    this.#context = context;
    this.#base = {
      document: target.document,
      expected: target.hash,
      isFirst: true,
    };
  }

  /** Creates the new file in a temporary place. Nothing in the project changes. */
  async prepare(texts: readonly NewText[]): Promise<void> {
    this.#texts = texts;
    await this.#insist(() => this.#make());
  }

  /** Texts that the file loses when it is written. */
  get lost(): readonly LostText[] {
    return this.#failed === undefined ? (this.#made?.result.lost ?? []) : [];
  }

  /** Leaves the file as it is, for this reason. */
  refuse(reason: unknown): void {
    this.#made?.staged?.staged.discard();
    this.#shared?.refuse(reason);
    this.#fail(reason);
  }

  /** Replaces the file. Human texts that it loses are in the archive by now. */
  async write(): Promise<FileResult> {
    let result: FileResult | undefined;
    await this.#insist(async (isAgain) => {
      if (isAgain) {
        await this.#make();
        this.#archive.add(this.lost.flatMap(toArchive));
      }
      const made = this.#made;
      if (made === undefined) return;
      result = { ...made.result, outcome: this.#commit(made) };
      for (const [row, fact] of made.written) row.written = fact;
      for (const [row, failure] of made.failures) row.unwritten = failure;
    });
    if (this.#failed !== undefined) return this.#failed;
    if (result === undefined) throw new TypeError('write() comes after prepare()');
    const units = this.#made?.written.length ?? 0;
    this.#made = undefined;
    if (result.outcome === 'written') {
      const { path: file, locale } = this.#file.target;
      this.#context.onEvent({ type: 'written', file, locale, units });
    }
    return result;
  }

  /** Repeats a step while the file changes; keeps other failures for the report. */
  async #insist(step: (isAgain: boolean) => Promise<void>): Promise<void> {
    for (let isAgain = false; this.#failed === undefined; isAgain = true) {
      try {
        await step(isAgain);
        return;
      } catch (error) {
        this.#tries += 1;
        const isChanged = error instanceof WriteError && error.code === 'changed-on-disk';
        const isAlone = this.#shared === undefined;
        const fresh =
          isChanged && isAlone && this.#tries < ATTEMPTS ? await this.#readAgain() : undefined;
        if (fresh === undefined) this.#fail(error);
        else this.#base = fresh;
      }
    }
  }

  #fail(error: unknown): void {
    const { path, locale } = this.#file.target;
    const problems = [writeProblem(path, locale, error)];
    this.#failed = { lost: [], outcome: 'failed', keepsObsolete: true, problems };
  }

  async #make(): Promise<void> {
    const file = this.#file;
    const texts = this.#texts;
    const codec = await codecOf(file);
    const before = this.#before(codec);
    const kept = this.#base.isFirst ? texts : untouched(file, texts, before);
    const problems: Problem[] = [];
    const left = texts.length - kept.length;
    if (left > 0) problems.push(changedProblem(file, left));
    const draft = await makeDraft({ codec, file, document: before, texts: kept });
    if (draft.refusal !== undefined) problems.push(keptProblem(file, draft.refusal));
    const { document, failures, keepsObsolete } = draft;
    const made = { written: factsOf(draft), failures };
    const base = { keepsObsolete, problems, outcome: 'unchanged' as const };
    if (document === undefined) {
      this.#made = { ...made, result: { ...base, lost: [] } };
      return;
    }
    const rows = draft.accepted.map(({ row }) => row);
    const lost = lostTexts(file, keepsObsolete ? [] : file.obsolete, rows);
    const result = { ...base, lost: this.#base.isFirst ? lost : asTheyAre(lost, before) };
    await nextTurn();
    this.#shared?.edited(document);
    this.#made = {
      ...made,
      result,
      ...(this.#shared === undefined && { staged: this.#stage(document) }),
      isNew: true,
    };
  }

  /** The file to edit, including other locales' edits. */
  #before(codec: Codec): Document | undefined {
    const latest = this.#shared?.latest;
    if (latest === undefined) return this.#base.document;
    const { text, encoding } = latest;
    return codec.parse(text, { ...parseOptions(this.#file), encoding });
  }

  #stage(document: Document): Staged {
    const { root, state, parsed } = this.#context;
    const { text, encoding } = document;
    const content = encoding === undefined ? text : encode(text, encoding);
    const staged = stageFile(join(root, this.#file.target.path), content, {
      root,
      state,
      expect: this.#base.expected,
      // A killed process loses nothing; syncing each of a thousand files to disk would take longer
      // than the service.
      durability: 'process-end',
    });
    const options = parseOptions(this.#file);
    const known =
      parsed === undefined ? undefined : { hash: contentHash(content), options, document };
    return { staged, known };
  }

  #commit({ staged, isNew }: Made): FileResult['outcome'] {
    if (isNew !== true) return 'unchanged';
    if (this.#shared !== undefined)
      return this.#shared.commit((document) => this.#put(this.#stage(document)));
    return staged === undefined ? 'unchanged' : this.#put(staged);
  }

  #put({ staged, known }: Staged): 'written' | 'unchanged' {
    const { path } = this.#file.target;
    try {
      const outcome = staged.commit();
      // A file that somebody changed meanwhile is unknown to this run: the next one reads it.
      if (this.#base.isFirst) this.#context.inputs.written(staged.stamp());
      if (known !== undefined) this.#context.parsed?.set(path, known);
      return outcome;
    } finally {
      staged.discard();
    }
  }

  /** @throws FormatError */
  #parse(bytes: Uint8Array, codec: Codec): Document {
    const { catalog } = this.#file.pair;
    const { encoding, path: file } = { ...catalog, ...this.#file.target };
    const read = decodeAs(bytes, { capabilities: codec.capabilities, encoding, file });
    return codec.parse(read.text, { ...parseOptions(this.#file), encoding: read.encoding });
  }

  async #readAgain(): Promise<Base | undefined> {
    const { path } = this.#file.target;
    try {
      const bytes = readRegularFile(join(this.#context.root, path));
      const codec = await codecOf(this.#file);
      const document = this.#parse(bytes, codec);
      return { document, expected: contentHash(bytes), isFirst: false };
    } catch (error) {
      // If the file is gone, nothing can be lost. Anything else, such as a half-saved file, is left
      // to the next run.
      const isGone = error instanceof Error && 'code' in error && error.code === 'ENOENT';
      return isGone ? { document: undefined, expected: 'absent', isFirst: false } : undefined;
    }
  }
}

function isOfArchive({ path }: WriteError): boolean {
  return path.endsWith(ARCHIVE_FILE);
}

function changedProblem({ target }: FileComparison, count: number): Problem {
  const { path: file, locale } = target;
  const message = `The file changed during the run; ${count} ${count === 1 ? 'unit' : 'units'} edited in the meantime ${count === 1 ? 'was' : 'were'} not touched. Run sync again.`;
  return { code: 'changed-on-disk', severity: 'warning', file, locale, message };
}

/**
 * A warning about units that could not be removed: everything that should be in the file is there.
 */
function keptProblem({ target }: FileComparison, { key, message }: EditError): Problem {
  return {
    code: 'write-failed',
    severity: 'warning',
    file: target.path,
    locale: target.locale,
    key: formatKey(key),
    message: `Units that are no longer in the source could not be removed. ${message}`,
  };
}

export function writeProblem(file: string, locale: string, error: unknown): Problem {
  const base = { severity: 'error', file, locale } as const;
  if (error instanceof EngineError || (error instanceof WriteError && isOfArchive(error))) {
    const message = `It was not changed: human translations would be removed from it, and ${ARCHIVE_FILE} cannot take them. ${error instanceof WriteError ? error.explanation : error.message}`;
    return { ...base, code: 'write-failed', message };
  }
  if (error instanceof WriteError) {
    const code = error.code === 'changed-on-disk' ? 'changed-on-disk' : 'write-failed';
    return { ...base, code, message: error.explanation };
  }
  if (error instanceof EditError) {
    return { ...base, code: 'write-failed', key: formatKey(error.key), message: error.message };
  }
  if (error instanceof FormatError) {
    const { line, column, detail } = error;
    const message = `The file was not changed, because the new version would be invalid: ${detail}`;
    return { ...base, code: 'invalid-file', line, column, message };
  }
  throw error;
}

/** The file that the new one is made from. */
interface Base {
  readonly document: Document | undefined;
  /** `contentHash` of the file, or 'absent'. */
  readonly expected: string;
  /** Whether it is the file that the run's decisions are based on. */
  readonly isFirst: boolean;
}

interface Staged {
  readonly staged: StagedFile;
  /** The parsed file, for a warm engine. */
  readonly known?: ParsedFile | undefined;
}

/** A new file that has not been put in its place. */
interface Made {
  readonly result: FileResult;
  /** The lock's new fact of each text that is in it. */
  readonly written: readonly (readonly [DecidedRow, TargetFact])[];
  /** Rows whose text the file cannot hold. */
  readonly failures: Draft['failures'];
  /** Present if it differs from the file on disk. */
  readonly isNew?: true;
  /** Absent for a file shared by several locales, which is written once for all. */
  readonly staged?: Staged;
}

/**
 * Facts of written texts. A format may change a text (line breaks of subtitles, white space), so
 * its text is taken from the file; otherwise the next run would see an edit.
 */
function factsOf({ accepted, present }: Draft): Made['written'] {
  return accepted.map(({ row, known }, at) => {
    const text = present[at]?.text ?? known.text;
    return [row, { hash: targetHash(text), origin: originOf(row, known) }];
  });
}

/** Texts whose unit has not changed in the file since the run decided. */
function untouched(
  file: FileComparison,
  texts: readonly NewText[],
  document: Document | undefined,
): readonly NewText[] {
  const present = new Map(document?.units.map((unit) => [keyId(unit.key), unit]));
  const left = texts.filter(({ row: { source, current, state } }) => {
    const from = state.arrival?.path === file.target.path ? state.arrival.unit : undefined;
    return (
      isSame(present.get(source.keyId), current) &&
      (from === undefined || isSame(present.get(keyId(from.key)), from))
    );
  });
  return movedTogether(texts, left);
}

/**
 * Lost texts with their current content: somebody may have edited them since they were compared.
 */
function asTheyAre(lost: readonly LostText[], document: Document | undefined): readonly LostText[] {
  if (lost.length === 0) return lost;
  const present = new Map(document?.units.map((unit) => [keyId(unit.key), unit]));
  return lost.map((one): LostText => {
    const unit = present.get(keyId(one.unit.key));
    if (unit === undefined || unit.text === one.unit.text) return one;
    const dropped = one.file.obsolete.find((other) => other.unit === one.unit);
    const people = dropped === undefined ? one.people : factsOfPerson(unit, dropped.facts);
    return { ...one, unit, people };
  });
}

/** A missing text and an empty one are equal. */
function isSame(a: Unit | undefined, b: Unit | undefined): boolean {
  if ((a?.text ?? '') === '') return (b?.text ?? '') === '';
  return a?.text === b?.text && a?.kind === b?.kind;
}

/** The file was read, so its format is known. */
async function codecOf({ target: { path }, pair }: FileComparison): Promise<Codec> {
  const codec = await loadCodec(path, pair.catalog);
  if (codec === undefined) throw new TypeError(`${path} has no known format`);
  return codec;
}
