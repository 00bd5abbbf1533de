import { normalApplied, TERM_LINE, TERM_MARK } from './applied-terms.js';
import type { Facts } from './fact.js';
import { FILE_LINE, FILE_MARK } from './file-facts.js';
import {
  FILES_HEADER,
  formatHead,
  HEADER,
  HEADER_LINES,
  SETTLED_HEADER,
  TERMS_HEADER,
  VERSION,
} from './format-lock.js';
import { CONFLICT_LINE, EMPTY_LINE, LineProblems } from './set-lines.js';
import type { LineWords } from './set-lines.js';
import { ParsedLock } from './parsed-lock.js';
import { formatSettled, parseSettled, SETTLED_LINE, SETTLED_MARK } from './settled.js';
import type { Problem } from '../model/index.js';

const VERSION_LINE = /^# locale-sync lock v(\d+)/;
const FACT_LINE = /[\w-]{11} [\w-]{8}(?: [\w-]{6}(?:[\w-]{2}|==|\?\?|!!|~~)[^ \r\n]+)*\r?\n/y;
/** Characters of unit, space and source. */
const PREFIX_LENGTH = 20;

/**
 * Parses a lock. Never throws: lines without facts are skipped and reported. '' is an empty lock.
 * @param earlier facts of an earlier parse; unchanged lines keep their objects
 */
export function parseLock(text: string, earlier?: Facts): ParsedLock {
  const problems = new LineProblems(LOCK_WORDS);
  const starts: number[] = [];
  let isSorted = true;
  let settled = '';
  let applied = '';
  let number = 0;
  for (let at = text.startsWith('\uFEFF') ? 1 : 0; at < text.length;) {
    number += 1;
    FACT_LINE.lastIndex = at;
    if (FACT_LINE.test(text)) {
      isSorted &&= starts.length === 0 || isBefore(text, starts[starts.length - 1] ?? 0, at);
      starts.push(at);
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
  const head = formatHead(settled, applied);
  const lines = HEADER_LINES + linesIn(settled) + linesIn(applied) + starts.length;
  const isNormal = isSorted && text.startsWith(head) && number === lines && !text.includes('\r');
  const { list } = problems;
  const reading = { text, first: head.length, starts, problems: list, isNormal, settled, applied };
  return new ParsedLock({ ...reading, writable: true }, earlier);
}

/** Parses a lock that `formatLock` or `updateLock` returned: its lines need not be checked. */
export function madeLock(text: string): ParsedLock {
  const header = [HEADER, SETTLED_HEADER, TERMS_HEADER, FILES_HEADER].find((one) =>
    text.startsWith(one),
  );
  // Written by another version.
  if (header === undefined) return parseLock(text);
  let at = header.length;
  while (text[at] === SETTLED_MARK) at = text.indexOf('\n', at) + 1;
  const settled = text.slice(header.length, at);
  const firstTerm = at;
  while (text[at] === TERM_MARK || text[at] === FILE_MARK) at = text.indexOf('\n', at) + 1;
  const applied = text.slice(firstTerm, at);
  const reading = { text, first: at, settled, applied, problems: [] };
  return new ParsedLock({ ...reading, writable: true, isNormal: true });
}

/** The line of a kind at an offset, with its newline; '' if there is none. */
function lineAt(kind: RegExp, text: string, at: number): string {
  kind.lastIndex = at;
  return kind.exec(text)?.[0] ?? '';
}

function linesIn(text: string): number {
  return text === '' ? 0 : text.split('\n').length - 1;
}

function versionOf(line: string): number {
  return Number(VERSION_LINE.exec(line)?.[1] ?? 0);
}

function newer(text: string, number: number): ParsedLock {
  const problems = [newerLock(number)];
  const reading = { text, first: 0, starts: [], problems, writable: false, isNormal: false };
  return new ParsedLock({ ...reading, settled: '', applied: '' });
}

/** True if unit and source at offset `first` sort before those at `second`. */
function isBefore(text: string, first: number, second: number): boolean {
  for (let i = 0; i < PREFIX_LENGTH; i += 1) {
    const difference = text.charCodeAt(first + i) - text.charCodeAt(second + i);
    if (difference !== 0) return difference < 0;
  }
  return false;
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
