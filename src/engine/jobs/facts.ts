import {
  ADOPTED,
  originOf,
  parseFileFacts,
  REVIEW,
  unitHash,
  updateFileFacts,
} from '../../state/data.js';
import type { FileFact } from '../../state/data.js';
import type { ScanOutput } from '../load/index.js';
import type { PlannedOutput } from './types.js';

/** Identity of what is made of a source, in the lock. */
export function unitOf(source: string, kind: string): string {
  return unitHash(source, [kind]);
}

/** The machine's version beside a person's has facts of its own. */
export function besideUnit(source: string, kind: string): string {
  return unitHash(source, ['beside', kind]);
}

/** What the lock says of whole files, by unit and locale. */
export class FileFacts {
  readonly #lines: string;
  #byUnit: Map<string, FileFact[]> | undefined;

  /** @param lines of the lock */
  constructor(lines: string) {
    this.#lines = lines;
  }

  of(unit: string, locale: string): readonly FileFact[] {
    this.#byUnit ??= groupByUnit(parseFileFacts(this.#lines));
    return this.#byUnit.get(`${unit} ${locale}`) ?? [];
  }
}

function groupByUnit(facts: readonly FileFact[]): Map<string, FileFact[]> {
  const groups = new Map<string, FileFact[]>();
  for (const fact of facts) {
    const id = `${fact.unit} ${fact.locale}`;
    const group = groups.get(id);
    if (group === undefined) groups.set(id, [fact]);
    else group.push(fact);
  }
  return groups;
}

/** What was written, with the content hash of what is in the file now. */
export type WrittenOutputs = ReadonlyMap<PlannedOutput, string>;

export interface FactsAfter {
  /** Lines of the lock before the run. */
  readonly lines: string;
  readonly outputs: readonly PlannedOutput[];
  /** Files that are there while their source is not. */
  readonly orphans: readonly ScanOutput[];
  readonly written: WrittenOutputs;
  /** Every output of the config was looked at: what the lock knows besides is gone. */
  readonly isWhole: boolean;
}

/** The lock's lines after a run: for each target that was looked at, what is true of it now. */
export function factsAfter({ lines, outputs, orphans, written, isWhole }: FactsAfter): string {
  const before = parseFileFacts(lines);
  if (before.length === 0 && outputs.length === 0) return lines;
  const looked = new Map<string, readonly FileFact[]>();
  const known = new FileFacts(lines);
  for (const output of outputs) {
    const { unit, output: file } = output;
    const own = `${unit} ${file.locale}`;
    looked.set(own, targetFacts(output, written.get(output)) ?? known.of(unit, file.locale));
    const beside = besideUnit(file.source, file.kind);
    looked.set(`${beside} ${file.locale}`, besideFacts(output, known, written));
  }
  for (const { source, kind, locale } of orphans) {
    const unit = unitOf(source, kind);
    looked.set(`${unit} ${locale}`, known.of(unit, locale));
  }
  const kept = isWhole ? [] : before.filter(({ unit, locale }) => !looked.has(`${unit} ${locale}`));
  return updateFileFacts(lines, [...kept, ...[...looked.values()].flat()]);
}

/** Undefined: what was known stays, as of a target that is still to be made. */
function targetFacts(
  planned: PlannedOutput,
  written: string | undefined,
): readonly FileFact[] | undefined {
  const { action, status, origin, targetHash, request } = planned;
  const wasMade = action === 'make' && written !== undefined;
  if (wasMade) return [factOf(planned, written, originOf(request.fingerprint))];
  if (targetHash === undefined || origin === undefined || status === 'stale') return undefined;
  if (action === 'accept') return [factOf(planned, targetHash, ADOPTED)];
  return [factOf(planned, targetHash, status === 'review' ? REVIEW : origin)];
}

function factOf(
  { unit, sourceHash, output }: PlannedOutput,
  target: string,
  origin: string,
): FileFact {
  return {
    unit,
    source: sourceHash.slice(0, 8),
    locale: output.locale,
    hash: target.slice(0, 6),
    origin,
  };
}

/** Remembered for as long as the person's version waits for review. */
function besideFacts(
  planned: PlannedOutput,
  known: FileFacts,
  written: WrittenOutputs,
): readonly FileFact[] {
  const { action, status, output, request } = planned;
  const unit = besideUnit(output.source, output.kind);
  const made = action === 'beside' ? written.get(planned) : undefined;
  if (made !== undefined) {
    return [{ ...factOf(planned, made, originOf(request.fingerprint)), unit }];
  }
  return status === 'review' && action !== 'accept' ? known.of(unit, output.locale) : [];
}
