import { resolve } from 'node:path';
import type { Problem, Report, ReportError } from '../../src/index.js';
import { besideError } from '../../src/people/index.js';
import { defined, oneLine, terminalText } from '../../src/model/index.js';
import type { CommandPlace, Repair } from './repair.js';
import { commandLine, repairOf, repairText, shownPath } from './repair.js';

/**
 * What a bundler shows: the same text in the terminal, in Vite's overlay and in
 * `compilation.errors`.
 */
export interface Notice {
  /** Encoded for a terminal. */
  readonly text: string;
  /** A warning never stops a build. */
  readonly severity: 'error' | 'warning';
  /** Whether all of its errors are open work: missing, stale or in review. */
  readonly isOpen: boolean;
  /** Whether some of its errors are open work. */
  readonly hasOpen: boolean;
  /**
   * Position of the first problem. `file` is absolute and encoded for terminals, because bundlers
   * print it; line and column are 1-based.
   */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

const OPEN: ReadonlySet<Problem['code']> = new Set(['missing', 'stale', 'review']);

/** Whether a problem is work for `sync` or a translator, not a mistake. */
export function isOpen({ code }: Problem): boolean {
  return OPEN.has(code);
}

/** A position that a problem or an error names, if any. */
interface Place {
  readonly file?: string;
  readonly line?: number;
  readonly column?: number;
}

/**
 * The notice for a report, errors first, each with the command that repairs it; undefined: nothing
 * to show.
 */
export function reportNotice(report: Report, where: CommandPlace): Notice | undefined {
  const error = report.error ?? undefined;
  const problems = mostSevere(besideError(report.problems, report.error));
  const [first] = problems;
  if (error === undefined && first === undefined) return undefined;
  // An error that is listed with its position and repair is not repeated.
  const isListed = problems.some(({ message }) => error?.message.includes(message) === true);
  const blocks = [
    ...(error === undefined || isListed ? [] : [errorText(error)]),
    ...problemBlocks(problems, where),
  ];
  const text = terminalText(`${headline(problems, error)}\n\n${blocks.join('\n\n')}`);
  const severity = error !== undefined || first?.severity === 'error' ? 'error' : 'warning';
  const open = problems.filter(isOpen).length;
  const kinds = { isOpen: error === undefined && open === problems.length, hasOpen: open > 0 };
  return { text, severity, ...kinds, ...defined({ place: placed(first, where.root) }) };
}

/** The most problems that are listed; more would push what matters off the screen. */
const SHOWN = 20;

interface Group {
  readonly repair: Repair;
  readonly problems: Problem[];
}

/** One line per problem; problems with the same repair form a block that ends with it. */
function problemBlocks(problems: readonly Problem[], where: CommandPlace): readonly string[] {
  const blocks = groupsOf(problems.slice(0, SHOWN)).map(({ repair, problems: group }) => {
    const lines = group.map((problem) => problemLine(problem, where.root));
    return [...lines, `  repair: ${repairText(repair, group, where)}`].join('\n');
  });
  const rest = problems.length - SHOWN;
  if (rest > 0) blocks.push(`… and ${rest} more: ${commandLine(['check'], where)}`);
  return blocks;
}

function groupsOf(problems: readonly Problem[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const problem of problems) {
    const repair = repairOf(problem);
    const id = JSON.stringify(repair);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { repair, problems: [problem] });
    else group.problems.push(problem);
  }
  return [...groups.values()];
}

/** `locales/en/app.json:12:5: missing [de] cart.total: …`. */
function problemLine(
  { file, line, column, code, locale, key, message }: Problem,
  root: string,
): string {
  const place =
    file === undefined ? '' : `${shownPath(resolve(root, file))}:${line ?? 1}:${column ?? 1}: `;
  const unit = [locale === undefined ? '' : ` [${locale}]`, key === undefined ? '' : ` ${key}`];
  return `${oneLine(`${place}${code}${unit.join('')}`)}: ${oneLine(message)}`;
}

/** The notice for an error that ended a run before there was a report. */
export function failureNotice(
  error: ReportError,
  { place, root }: { readonly place: Place; readonly root: string },
): Notice {
  const text = terminalText(`${headline([], error)}\n\n${errorText(error)}`);
  const kinds = { isOpen: false, hasOpen: false };
  return { text, severity: 'error', ...kinds, ...defined({ place: placed(place, root) }) };
}

/** The position that an error names, if any. */
export function placeOf(thrown: unknown): Place {
  if (!(thrown instanceof Error)) return {};
  const { file, line, column } = thrown as { file?: unknown; line?: unknown; column?: unknown };
  return defined({
    file: typeof file === 'string' ? file : undefined,
    line: typeof line === 'number' ? line : undefined,
    column: typeof column === 'number' ? column : undefined,
  });
}

function placed(place: Place | undefined, root: string): Notice['place'] {
  if (place?.file === undefined) return undefined;
  const { file, line = 1, column = 1 } = place;
  return { file: oneLine(resolve(root, file), Infinity), line, column };
}

function mostSevere(problems: readonly Problem[]): readonly Problem[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.length > 0 ? errors : problems;
}

function headline(problems: readonly Problem[], error: ReportError | undefined): string {
  if (problems.length === 0)
    return error?.code === 'internal' ? 'locale-sync' : 'locale-sync failed';
  const locales = new Set(problems.flatMap(({ locale }) => locale ?? []));
  const noun = problems[0]?.severity === 'error' ? 'problem' : 'warning';
  const amount = `${problems.length} ${noun}${problems.length === 1 ? '' : 's'}`;
  const where = locales.size === 0 ? '' : ` in ${oneLine([...locales].join(', '))}`;
  return `locale-sync: ${amount}${where}`;
}

function errorText({ message, hint }: ReportError): string {
  return hint === undefined ? message : `${message}\n${hint}`;
}
