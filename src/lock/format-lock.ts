import type { Fact, Facts } from './fact.js';
import { FILE_MARK } from './file-facts.js';
import { FactRow, LineFact } from './line-fact.js';
import { formatToken, nameOf } from './token.js';

/** The newest version of the format that can be read. */
export const VERSION = 4;
const HEADER = `# locale-sync lock v1: which translation belongs to which source text.
# Commit this file. Its lines are a set: keep the lines of both sides of a merge.
`;
/** For a lock with settled findings, which a tool that supports only version 1 would lose. */
const SETTLED_HEADER = `# locale-sync lock v2: which translation belongs to which source text, and settled findings (!).
# Commit this file. Its lines are a set: keep the lines of both sides of a merge.
`;

/**
 * For a lock with terms of glossary files, which a tool that supports only version 2 would lose.
 */
const TERMS_HEADER = `# locale-sync lock v3: which translation belongs to which source text, settled findings (!), glossary terms (@).
# Commit this file. Its lines are a set: keep the lines of both sides of a merge.
`;

/** For a lock with whole files, which a tool that supports only version 3 would lose. */
const FILES_HEADER = `# locale-sync lock v${VERSION}: which translation belongs to which source text, settled findings (!), glossary terms (@), whole files (%).
# Commit this file. Its lines are a set: keep the lines of both sides of a merge.
`;

/**
 * The lock's text, with its lines sorted. Equal sets of facts give equal bytes.
 * @param settled lines of settled findings, as returned by `formatSettled`
 * @param applied lines of glossary files and whole files, as returned by `updateApplied`
 */
export function formatLock(facts: Facts, settled = '', applied = ''): string {
  // Sorted by UTF-16 code unit, so the same on every machine. All units have the same length, so
  // lines sort as their units do.
  const lines = [...facts.keys()].sort().map((unit) => formatUnit(unit, facts.get(unit) ?? []));
  return `${headerOf(settled, applied)}${settled}${applied}${lines.join('')}`;
}

function headerOf(settled: string, applied: string): string {
  // `%` sorts before `@`.
  if (applied.startsWith(FILE_MARK)) return FILES_HEADER;
  if (applied !== '') return TERMS_HEADER;
  return settled === '' ? HEADER : SETTLED_HEADER;
}

/** The sorted lines of one unit, each with its newline; '' if its facts have no locale. */
export function formatUnit(unit: string, facts: readonly Fact[]): string {
  const [fact] = facts;
  if (facts.length === 1) {
    if (fact instanceof LineFact && fact.isNormal) return `${fact.line}\n`;
    if (fact instanceof FactRow) {
      return fact.tokens === '' ? '' : `${unit} ${fact.source} ${fact.tokens}\n`;
    }
  }
  const lines: string[] = [];
  for (const [source, tokens] of tokensBySource(facts)) {
    for (const line of splitTokens(tokens)) lines.push(`${unit} ${source} ${line}\n`);
  }
  return lines.sort().join('');
}

function tokensBySource(facts: readonly Fact[]): ReadonlyMap<string, ReadonlySet<string>> {
  const bySource = new Map<string, Set<string>>();
  for (const { source, targets } of facts) {
    const tokens = bySource.get(source) ?? new Set<string>();
    for (const [locale, target] of targets) tokens.add(formatToken(locale, target));
    bySource.set(source, tokens);
  }
  return bySource;
}

/** One line of sorted tokens, or several if branches disagree: a line has a locale only once. */
function splitTokens(tokens: ReadonlySet<string>): readonly string[] {
  const lines: string[] = [];
  for (let rest = [...tokens].sort(); rest.length > 0;) {
    const names = new Set<string>();
    const line: string[] = [];
    const next: string[] = [];
    for (const token of rest) {
      const name = nameOf(token);
      (names.has(name) ? next : line).push(token);
      names.add(name);
    }
    lines.push(line.join(' '));
    rest = next;
  }
  return lines;
}
