import { setImmediate } from 'node:timers/promises';
import { languageTag } from '../config/languages.js';
import { EditError, keyId } from '../model/index.js';
import type { Codec, Document, Edit, Key, ParseOptions } from '../model/index.js';
import { isHuman } from '../state/index.js';
import { behindElement, behindGaps, isIndex } from './array-turns.js';
import type { ObsoleteUnit, TargetDiff } from './diff.js';
import type { Job } from './job.js';

/** What a target file is to become. */
interface Edition {
  /** The file as it stands; undefined where there is none. */
  readonly document: Document | undefined;
  readonly jobs: readonly Job[];
  /** Units to be removed. */
  readonly obsolete: readonly ObsoleteUnit[];
}

/** What a target file can become. */
export interface Draft {
  /** The new file as it reads; undefined where nothing changes. */
  readonly document: Document | undefined;
  /** Jobs whose text stands in it. */
  readonly accepted: readonly Job[];
  readonly keepsObsolete: boolean;
  /** Why units are kept, where no job is to blame. */
  readonly refusal: EditError | undefined;
}

/**
 * Makes the new file with all that it can hold. A codec refuses a text or a place that its file cannot hold: that one
 * is reported, the others go on. No unit that the source dropped is removed then, since its text may be what was to
 * move to the refused place.
 */
export async function makeDraft(
  codec: Codec,
  diff: TargetDiff,
  { document, jobs }: Pick<Edition, 'document' | 'jobs'>,
): Promise<Draft> {
  const { target } = diff;
  const isHeldBack = holdsBack(diff, jobs);
  const obsolete = isHeldBack ? [] : diff.obsolete;
  const attempt = (edition: Edition): Promise<Attempt> => attemptEdition(codec, diff, edition);
  const whole = changesShape(jobs, obsolete)
    ? await inTurn({ document, jobs, obsolete }, attempt)
    : await attempt({ document, jobs, obsolete });
  if (whole.refused.length === 0) {
    const { document: made } = whole;
    return { document: made, accepted: jobs, keepsObsolete: isHeldBack, refusal: undefined };
  }
  let accepted = jobs;
  let made = obsolete.length === 0 ? whole : await attempt({ document, jobs, obsolete: [] });
  while (made.refused.length > 0) {
    accepted = withoutRefused(accepted, made.refused, target.path);
    made = await attempt({ document, jobs: accepted, obsolete: [] });
  }
  const kept = { document: made.document, accepted, keepsObsolete: true, refusal: undefined };
  if (accepted.length < jobs.length) return kept;
  // What stood in the way of the removals stands elsewhere now.
  const rest = await attempt({ document: made.document ?? document, jobs: [], obsolete });
  const after = rest.document ?? made.document;
  const [refusal] = [...rest.refused, ...(after === undefined ? [] : notHeld(after, accepted))];
  if (refusal !== undefined) return { ...kept, refusal };
  return { document: after, accepted, keepsObsolete: isHeldBack, refusal };
}

/** Names where there were numbers, or the other way round: an array becomes an object, or an object an array. */
function changesShape(jobs: readonly Job[], obsolete: readonly ObsoleteUnit[]): boolean {
  if (obsolete.length === 0) return false;
  const shapes = new Set(obsolete.flatMap(({ unit }) => shapesIn(unit.key, isIndex)));
  const otherShape = (name: string): boolean => !isIndex(name);
  return jobs.some(
    ({ unit: { current, key } }) =>
      current === undefined && shapesIn(key, otherShape).some((shape) => shapes.has(shape)),
  );
}

/** Each container on the way to a key, and whether the key goes on with a number. */
function shapesIn(key: Key, isNumber: (name: string) => boolean): readonly string[] {
  return key.map((name, depth) => `${isNumber(name) ? '#' : '.'}${keyId(key.slice(0, depth))}`);
}

/** Removed first, so that a container with nothing left goes, and is made anew as it is in the source. */
async function inTurn(
  { document, jobs, obsolete }: Edition,
  attempt: (edition: Edition) => Promise<Attempt>,
): Promise<Attempt> {
  const cleared = await attempt({ document, jobs: [], obsolete });
  if (cleared.refused.length > 0) return cleared;
  return attempt({ document: cleared.document ?? document, jobs, obsolete: [] });
}

/** Where an element of an array could not move, nothing is removed: what is left over may be what was to move. */
function holdsBack({ units, obsolete }: TargetDiff, jobs: readonly Job[]): boolean {
  if (obsolete.length === 0) return false;
  const written = new Set(jobs.map(({ unit }) => unit));
  return units.some((unit) => unit.arrival !== undefined && !written.has(unit));
}

/** Elements of arrays change places all at once or not at all: a text that cannot move must not be overwritten. */
export function movedTogether(jobs: readonly Job[], left: readonly Job[]): readonly Job[] {
  const moves = (some: readonly Job[]): number =>
    some.filter(({ unit }) => unit.arrival !== undefined).length;
  return moves(left) === moves(jobs) ? left : left.filter(({ unit }) => !unit.isDisplaced);
}

interface Attempt {
  readonly document: Document | undefined;
  readonly refused: readonly EditError[];
}

/** Nothing is written that could not be read again. */
async function attemptEdition(codec: Codec, diff: TargetDiff, edition: Edition): Promise<Attempt> {
  try {
    const text = newText(codec, diff, edition);
    // A large file takes longer than an answer: between its steps, answers are read and requests go out.
    await setImmediate();
    if (text === undefined) return { document: undefined, refused: [] };
    const document = codec.parse(text, parseOptions(diff));
    await setImmediate();
    const lost = notHeld(document, edition.jobs);
    if (lost.length === 0) return { document, refused: lost };
    const moved = behindGaps(document, diff, edition);
    return { document, refused: moved.length > 0 ? moved : lost };
  } catch (error) {
    if (!(error instanceof EditError)) throw error;
    return { document: undefined, refused: [error] };
  }
}

/** Jobs that are left when those that the file refuses have failed. */
function withoutRefused(
  jobs: readonly Job[],
  refused: readonly EditError[],
  path: string,
): readonly Job[] {
  const errors = new Map(refused.map((error) => [keyId(error.key), error]));
  const rest = jobs.filter((job) => {
    const error = behindElement(job, refused) ?? errors.get(job.unit.source.keyId);
    if (error === undefined) return true;
    job.failure = failureOf(error, path);
    job.text = undefined;
    return false;
  });
  const [first] = refused;
  if (rest.length === jobs.length && first !== undefined) throw first;
  return movedTogether(jobs, rest);
}

/** Jobs whose text cannot be read in the new file. */
function notHeld({ units }: Document, jobs: readonly Job[]): readonly EditError[] {
  const kinds = new Map(units.map((unit) => [keyId(unit.key), unit.kind]));
  const message = 'The unit could not be read back from the new file.';
  return jobs
    .filter(({ unit: { source, expected } }) => {
      const kind = kinds.get(source.keyId);
      return kind === undefined || (kind === 'raw' && expected.unit.kind === 'text');
    })
    .map(({ unit }) => new EditError('not-writable', unit.key, message));
}

/**
 * What a format says differently (lines of subtitles, white space) is remembered as it stands in the file, or the next
 * run would take it for a person's edit.
 */
export function takeTexts({ units }: Document, jobs: readonly Job[]): void {
  const standing = new Map(units.map((unit) => [keyId(unit.key), unit.text]));
  for (const job of jobs) job.text = standing.get(job.unit.source.keyId);
}

/** The new text of a target file; undefined where nothing changes. */
function newText(
  codec: Codec,
  diff: TargetDiff,
  { document, jobs, obsolete }: Edition,
): string | undefined {
  if (document !== undefined) {
    const edits = editsOf(diff, document, { jobs, obsolete });
    return edits.length === 0 ? undefined : codec.edit(document, edits);
  }
  if (jobs.length === 0) return undefined;
  const { locale } = diff.target;
  const options = { locale, language: languageTag(locale) };
  return codec.derive(diff.pair.source.document, derivation(diff, jobs), options);
}

export function parseOptions({ target, pair }: TargetDiff): ParseOptions {
  const { path: file, locale } = target;
  return { role: 'target', locale, source: pair.source.document, file };
}

/** It is the text that does not fit, or what stands in the file already. */
function failureOf({ code, message }: EditError, path: string): NonNullable<Job['failure']> {
  if (code === 'inline-codes') return { code: 'markup-mismatch', message };
  return { code: 'write-failed', message: `${path}: ${message}` };
}

/** Marks text of the service where a format can: to a translator, `translated` alone may be anyone's work. */
function subStateOf({ action, origin }: Job): { readonly subState?: string } {
  if (action === 'copy' || origin === undefined || isHuman(origin)) return {};
  return { subState: 'locale-sync:machine' };
}

/** Edits of a file that exists, in source order. */
function editsOf(
  diff: TargetDiff,
  document: Document,
  { jobs, obsolete }: Pick<Edition, 'jobs' | 'obsolete'>,
): Edit[] {
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
  for (const { unit, aliases = [] } of obsolete) {
    if (standing.has(keyId(unit.key))) edits.push({ op: 'remove', key: unit.key, aliases });
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
