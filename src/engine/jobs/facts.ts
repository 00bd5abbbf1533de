import {
  ADOPTED,
  originOf,
  parseFileFacts,
  REVIEW,
  unitHash,
  updateFileFacts,
} from '../../lock/index.js';
import type { FileFact } from '../../lock/index.js';
import type { ScanOutput } from '../load/index.js';
import type { PlannedOutput } from './types.js';

/** Identity of an output in the lock. */
export function unitOf(source: string, kind: string): string {
  return unitHash(source, [kind]);
}

/** Identity of a machine version beside a human one, which has separate facts. */
export function besideUnit(source: string, kind: string): string {
  return unitHash(source, ['beside', kind]);
}

/** The lock's facts about whole files, by unit and locale. */
export class FileFacts {
  readonly #lines: string;
  #byUnit: Map<string, FileFact[]> | undefined;

  /** @param lines the lock's lines about whole files */
  constructor(lines: string) {
    this.#lines = lines;
  }

  of(unit: string, locale: string): readonly FileFact[] {
    if (this.#byUnit === undefined) {
      this.#byUnit = new Map();
      for (const fact of parseFileFacts(this.#lines)) {
        const id = `${fact.unit} ${fact.locale}`;
        this.#byUnit.set(id, [...(this.#byUnit.get(id) ?? []), fact]);
      }
    }
    return this.#byUnit.get(`${unit} ${locale}`) ?? [];
  }
}

/**
 * The lock's lines after a run, with the current facts of each compared target.
 * @param lines those before the run
 */
export function factsAfter(
  lines: string,
  after: {
    readonly outputs: readonly PlannedOutput[];
    /** Output files whose source is gone. */
    readonly orphans: readonly ScanOutput[];
    /** Outputs that were written, with the content hash of the file now. */
    readonly written: ReadonlyMap<PlannedOutput, string>;
    /** Whether every output of the config was compared: other facts are then obsolete. */
    readonly isWhole: boolean;
  },
): string {
  const { outputs, orphans, written, isWhole } = after;
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

/** Undefined: earlier facts stay, for example of a target that is still to be made. */
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

/** Kept as long as the human version waits for review. */
function besideFacts(
  planned: PlannedOutput,
  known: FileFacts,
  written: ReadonlyMap<PlannedOutput, string>,
): readonly FileFact[] {
  const { action, status, output, request } = planned;
  const unit = besideUnit(output.source, output.kind);
  const made = action === 'beside' ? written.get(planned) : undefined;
  if (made !== undefined) {
    return [{ ...factOf(planned, made, originOf(request.fingerprint)), unit }];
  }
  return status === 'review' && action !== 'accept' ? known.of(unit, output.locale) : [];
}
