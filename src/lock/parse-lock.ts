import { normalApplied, TERM_LINE, TERM_MARK } from './applied-terms.js';
import { FILE_LINE, FILE_MARK } from './file-facts.js';
import { VERSION } from './format-lock.js';
import { LineFact, UNIT_LENGTH } from './line-fact.js';
import { CONFLICT_LINE, EMPTY_LINE, LineProblems } from './set-lines.js';
import type { LineWords } from './set-lines.js';
import { ParsedLock } from './parsed-lock.js';
import { formatSettled, parseSettled, SETTLED_LINE, SETTLED_MARK } from './settled.js';
import type { Problem } from '../model/index.js';

const VERSION_LINE = /^# locale-sync lock v(\d+)/;
const FACT_LINE = /[\w-]{11} [\w-]{8}(?: [\w-]{6}(?:[\w-]{2}|==|\?\?|!!|~~)[^ \r\n]+)*\r?\n/y;

/** Parses a lock. Never throws: lines without facts are skipped and reported. '' is an empty lock. */
export function parseLock(text: string): ParsedLock {
  const problems = new LineProblems(LOCK_WORDS);
  const facts = new Map<string, LineFact[]>();
  let settled = '';
  let applied = '';
  let number = 0;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length;) {
    number += 1;
    FACT_LINE.lastIndex = at;
    if (FACT_LINE.test(text)) {
      const line = text.slice(at, FACT_LINE.lastIndex).replace(/\r?\n$/, '');
      const unit = line.slice(0, UNIT_LENGTH);
      const known = facts.get(unit);
      if (known === undefined) facts.set(unit, [new LineFact(line)]);
      else known.push(new LineFact(line));
      at = FACT_LINE.lastIndex;
      continue;
    }
    const own = text[at] === SETTLED_MARK ? lineAt(SETTLED_LINE, text, at) : '';
    const term =
      text[at] === TERM_MARK
        ? lineAt(TERM_LINE, text, at)
        : text[at] === FILE_MARK
          ? lineAt(FILE_LINE, text, at)
          : '';
    if (own !== '' || term !== '') {
      settled += own;
      applied += term;
      at += own.length + term.length;
      continue;
    }
    const end = text.indexOf('\n', at);
    // Text after the last newline was cut off, and half a token can look like a whole one.
    const line = end < 0 ? undefined : text.slice(at, end).replace(/\r$/, '');
    if (line === undefined) problems.unreadable(number);
    else if (versionOf(line) > VERSION) return newer(text, number);
    else if (CONFLICT_LINE.test(line)) problems.conflict(number);
    else if (!EMPTY_LINE.test(line)) problems.unreadable(number);
    at = end < 0 ? text.length : end + 1;
  }
  settled &&= formatSettled(parseSettled(settled));
  applied &&= normalApplied(applied);
  return new ParsedLock({ text, facts, problems: problems.list, settled, applied, writable: true });
}

/** The line of a kind at an offset, with its newline; '' if there is none. */
function lineAt(kind: RegExp, text: string, at: number): string {
  kind.lastIndex = at;
  return kind.exec(text)?.[0] ?? '';
}

function versionOf(line: string): number {
  return Number(VERSION_LINE.exec(line)?.[1] ?? 0);
}

function newer(text: string, number: number): ParsedLock {
  const problems = [newerLock(number)];
  const nothing = { facts: new Map(), settled: '', applied: '' };
  return new ParsedLock({ text, problems, writable: false, ...nothing });
}

const LOCK_WORDS: LineWords = {
  code: 'lock-unreadable',
  file: 'the lock',
  conflict: 'is a merge conflict marker; the lines of both sides are used.',
  unreadable: 'is not a valid line and is skipped; translations in the files are kept.',
};

function newerLock(line: number): Problem {
  const message =
    'The lock was written by a newer version of locale-sync and was not changed; translations in the files are kept. Update locale-sync to use it.';
  return { code: 'lock-newer', severity: 'warning', message, line };
}
