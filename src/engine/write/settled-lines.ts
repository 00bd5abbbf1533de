import { formatSettled, IMPROVE_RULE } from '../../lock/index.js';
import { RULES_OF_SEVERAL } from '../../model/index.js';
import type { SettledFinding } from '../../lock/index.js';
import { ruleOf } from '../units/findings.js';
import { placeId, SettledFindings } from '../units/settled-findings.js';
import { settledOf } from '../units/settling.js';
import type { Row, FileComparison, Finding, UnitFinding } from '../units/row.js';

const OF_SEVERAL: ReadonlySet<string> = new Set(RULES_OF_SEVERAL);

export interface SettledInput {
  /** The lock's lines of settled findings. */
  readonly lines: string;
  /** Compared files. */
  readonly files: readonly FileComparison[];
  /** Findings that depend on other texts. */
  readonly odd: readonly UnitFinding[];
  /** Units (`unitHash`) of files that were not read. */
  readonly unread: () => ReadonlySet<string>;
  /** False if there may be more units than in `files` and `unread`. */
  readonly isComplete: boolean;
  /** Whether an open finding is settled now. */
  readonly accepts?: (found: FoundFinding) => boolean;
}

/** A finding of a rule, with its place. */
export interface FoundFinding extends UnitFinding {
  readonly rule: string;
  /** The lock's record once it is settled. */
  readonly fact: SettledFinding;
}

export interface SettledLines {
  readonly lines: string;
  /** Findings that were open and are settled now. */
  readonly accepted: readonly FoundFinding[];
}

/**
 * The lines of settled findings after a run: those that still match, those of texts that were not
 * compared, and those accepted now. A finding settled for another text stays as long as the text
 * breaks the same rule, so that the report can say so.
 */
export function settledLines(input: SettledInput): SettledLines {
  if (input.lines === '' && input.accepts === undefined) return { lines: '', accepted: [] };
  const before = new SettledFindings(input.lines);
  const kept: SettledFinding[] = [];
  const accepted: FoundFinding[] = [];
  const open = new Set<string>();
  for (const found of foundIn(input)) {
    if (found.finding.by === 'note') continue;
    if (found.finding.level === 'settled') kept.push(found.fact);
    else if (input.accepts?.(found) === true) {
      kept.push(found.fact);
      accepted.push(found);
    } else open.add(placeId(found.fact));
  }
  if (before.all.length > 0) kept.push(...staying(before, open, input));
  return { lines: formatSettled(kept), accepted };
}

function* foundIn({ files, odd }: SettledInput): Generator<FoundFinding> {
  for (const file of files) {
    for (const row of file.rows) {
      const done = row.written === undefined ? undefined : row.decision;
      const findings = done?.findings ?? row.findings;
      const text = done === undefined ? row.current?.text : done.known?.text;
      for (const finding of findings) yield* foundAt(file, row, { finding, text });
    }
  }
  for (const { file, unit, finding } of odd) {
    yield* foundAt(file, unit, { finding, text: unit.current?.text });
  }
}

function* foundAt(
  file: FileComparison,
  row: Row,
  { finding, text }: { readonly finding: Finding; readonly text: string | undefined },
): Generator<FoundFinding> {
  const rule = ruleOf(finding.code);
  if (rule === undefined || text === undefined) return;
  const fact = settledOf(rule, { source: row.source, text }, file.target.locale);
  yield { file, unit: row, finding, rule, fact };
}

/** Earlier lines to keep, besides findings that are settled today. */
function staying(
  before: SettledFindings,
  open: ReadonlySet<string>,
  { files, unread, isComplete }: SettledInput,
): readonly SettledFinding[] {
  const looked = new Map<string, Set<string>>();
  for (const { target, expected } of files) {
    const { locale } = target;
    const units = looked.get(locale) ?? new Set<string>();
    looked.set(locale, units);
    for (const { id } of expected) units.add(id);
  }
  const others = unread();
  const isExpected = (unit: string): boolean => [...looked.values()].some((own) => own.has(unit));
  return before.all.filter((one) => {
    const isLooked = looked.get(one.locale)?.has(one.unit) === true;
    // Findings about several texts show only with all of them in view.
    if (isLooked && (isComplete || !OF_SEVERAL.has(one.rule))) return open.has(placeId(one));
    // Dismissed suggestions are about source texts, in the source locale.
    const isOfSource = one.rule === IMPROVE_RULE && isExpected(one.unit);
    return isOfSource || others.has(one.unit) || !isComplete;
  });
}
