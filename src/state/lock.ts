import type { Problem } from '../model/index.js';
import { encodeLocale, FactRow, LineFact } from './fact-line.js';
import type { Fact, Facts } from './fact.js';

export interface ParsedLock {
  readonly facts: Facts;
  /** Warnings: `lock-unreadable`, `lock-newer`. Lines are 1-based; `file` is left to the caller. */
  readonly problems: readonly Problem[];
  /** False for a lock of a newer version: it must not be overwritten. */
  readonly writable: boolean;
}

const VERSION = 1;
const HEADER = [
  `# locale-sync lock v${VERSION}: which translation belongs to which source text.`,
  '# Commit this file. Its lines are a set: keep the lines of both sides of a merge.',
];
const VERSION_LINE = /^# locale-sync lock v(\d+)/;
const FACT_LINE = /^[\w-]{11} [\w-]{8}(?: [\w-]{6}(?:[\w-]{2}|==|\?\?|!!)[^ ]+)*$/;
const CONFLICT_LINE = /^(?:<{7}|\|{7}|={7}|>{7})(?: |$)/;

interface BadLines {
  first: number;
  count: number;
}

/**
 * Reads a lock. Never throws: lines that are no facts are left out and reported. '' is an empty lock.
 * @param earlier facts of an earlier reading; those of lines that still stand are the same objects
 */
export function parseLock(text: string, earlier?: Facts): ParsedLock {
  const facts = new Map<string, Fact[]>();
  const unreadable: BadLines = { first: 0, count: 0 };
  const conflicts: BadLines = { first: 0, count: 0 };
  const lines = text.split('\n');
  // What follows the last newline was cut off: a shortened token could still look like one.
  if (lines[lines.length - 1] === '') lines.pop();
  else if (lines.length > 0) note(unreadable, lines.length);
  const end = text.endsWith('\n') ? lines.length : lines.length - 1;
  for (let i = 0; i < end; i += 1) {
    const line = clean(lines[i] ?? '', i);
    if (line === '') continue;
    if (line.startsWith('#')) {
      if (Number(VERSION_LINE.exec(line)?.[1] ?? 0) > VERSION) return newer(i + 1);
      continue;
    }
    const known = factOf(line, earlier);
    if (known !== undefined) addFact(facts, line, known);
    else note(CONFLICT_LINE.test(line) ? conflicts : unreadable, i + 1);
  }
  return { facts, problems: problemsOf(unreadable, conflicts), writable: true };
}

function clean(line: string, index: number): string {
  const start = index === 0 && line.startsWith('\uFEFF') ? 1 : 0;
  return line.slice(start, line.endsWith('\r') ? -1 : undefined);
}

function note(lines: BadLines, line: number): void {
  if (lines.count === 0 || line < lines.first) lines.first = line;
  lines.count += 1;
}

function newer(line: number): ParsedLock {
  const message =
    'The lock was written by a newer version of locale-sync and is left as it is; translations found in the files are kept. Update locale-sync to use it.';
  return {
    facts: new Map(),
    problems: [{ code: 'lock-newer', severity: 'warning', message, line }],
    writable: false,
  };
}

function problemsOf(unreadable: BadLines, conflicts: BadLines): Problem[] {
  const problems: Problem[] = [];
  const add = ({ first, count }: BadLines, what: string): void => {
    if (count === 0) return;
    const more = count > 1 ? ` (and ${count - 1} more like it)` : '';
    const message = `Line ${first} of the lock${more} ${what}`;
    problems.push({ code: 'lock-unreadable', severity: 'warning', message, line: first });
  };
  add(conflicts, 'is a merge conflict marker; the facts of both sides are used.');
  add(unreadable, 'is not a fact and is skipped; translations found in the files are kept.');
  return problems;
}

/** The fact that a line states, the earlier object where the line stood before; undefined: it is none. */
function factOf(line: string, earlier: Facts | undefined): Fact | undefined {
  const stood = earlier?.get(line.slice(0, 11))?.find((fact) => isLine(fact, line));
  if (stood !== undefined) return stood;
  if (!FACT_LINE.test(line)) return undefined;
  // Part of a string keeps the whole of it in memory: of many readings each would leave its text.
  return new LineFact(earlier === undefined ? line : Buffer.from(line).toString());
}

function isLine(fact: Fact, line: string): boolean {
  return fact instanceof LineFact && fact.line === line;
}

function addFact(facts: Map<string, Fact[]>, line: string, fact: Fact): void {
  const unit = line.slice(0, 11);
  const known = facts.get(unit);
  if (known === undefined) facts.set(unit, [fact]);
  else known.push(fact);
}

/** The lock's text: sorted lines; equal sets of facts give equal bytes. */
export function formatLock(facts: Facts): string {
  const lines = [...HEADER];
  // By UTF-16 code unit, the same on every machine; units have the same length, so that their order is that of their lines.
  for (const unit of [...facts.keys()].sort()) {
    const unitFacts = facts.get(unit) ?? [];
    const [fact] = unitFacts;
    if (unitFacts.length === 1 && fact instanceof FactRow) {
      const { source, tokens } = fact;
      if (tokens !== '') lines.push(`${unit} ${source} ${tokens}`);
      continue;
    }
    const own: string[] = [];
    for (const [source, tokens] of tokensBySource(unitFacts)) addLines(own, unit, source, tokens);
    lines.push(...own.sort());
  }
  return [...lines, ''].join('\n');
}

function tokensBySource(facts: readonly Fact[]): Map<string, Set<string>> {
  const bySource = new Map<string, Set<string>>();
  for (const { source, targets } of facts) {
    let tokens = bySource.get(source);
    if (tokens === undefined && targets.size > 0) bySource.set(source, (tokens = new Set()));
    for (const [locale, { hash, origin }] of targets) {
      tokens?.add(`${hash}${origin}${encodeLocale(locale)}`);
    }
  }
  return bySource;
}

/** One line, unless branches disagree on a locale: a line says one thing of each. */
function addLines(
  lines: string[],
  unit: string,
  source: string,
  tokens: ReadonlySet<string>,
): void {
  let rest = [...tokens].sort();
  while (rest.length > 0) {
    const locales = new Set<string>();
    const line: string[] = [];
    const next: string[] = [];
    for (const token of rest) {
      const locale = token.slice(8);
      (locales.has(locale) ? next : line).push(token);
      locales.add(locale);
    }
    lines.push(`${unit} ${source} ${line.join(' ')}`);
    rest = next;
  }
}
