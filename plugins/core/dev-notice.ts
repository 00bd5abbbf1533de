import { resolve } from 'node:path';
import type { Problem, Report } from '../../src/index.js';
import { oneLine, terminalText } from '../../src/model/index.js';
import { describeKeys } from './code-keys.js';
import type { KeysFound } from './code-keys.js';
import { failureNotice, isOpen, reportNotice } from './notice.js';
import type { Notice } from './notice.js';
import { commandLine, shownPath } from './repair.js';
import type { CommandPlace } from './repair.js';

/** What a dev server shows. Open work interrupts nobody. */
export interface DevNotice {
  /** A mistake, or why nothing can be translated; undefined: neither. */
  readonly alarm: Alarm | undefined;
  /** Open work, in one line for a terminal; undefined: none. */
  readonly line: string | undefined;
}

interface Alarm extends Notice {
  /** False: not for the page, for example if the service cannot be reached. */
  readonly isOverlay: boolean;
  /**
   * Equal for notices with the same content: errors of the service otherwise differ in their
   * request ids.
   */
  readonly identity: string;
  /** Code of an error that persists until somebody fixes it, so that repeating it is noise. */
  readonly lasting: string | undefined;
}

const WORDS: ReadonlyMap<Problem['code'], string> = new Map([
  ['missing', 'missing'],
  ['stale', 'stale'],
  ['review', 'to review'],
]);

/** Problems of requests that failed, which the run's error already reports. */
const UNDONE: ReadonlySet<Problem['code']> = new Set(['service-failed', 'service-rejected']);

/** The most locales that are named. */
const MOST = 6;

const PASSING: ReadonlySet<string> = new Set([
  ...['rate', 'network', 'timeout', 'server', 'protocol', 'aborted', 'interrupted'],
]);
const LASTING: ReadonlySet<string> = new Set(['no-key', 'forbidden', 'quota']);

export function devNotice(report: Report, where: CommandPlace): DevNotice {
  const line = openLine(report.problems, where);
  const broken = report.problems.filter((one) => !isOpen(one) && !UNDONE.has(one.code));
  const error = report.error ?? undefined;
  if (error !== undefined && isOfService(error.code)) {
    const isErrors = broken.some(({ severity }) => severity === 'error');
    if (!isErrors) {
      const notice = failureNotice(error, { place: {}, root: where.root });
      return { alarm: alarmOf(notice, error.code), line };
    }
  }
  const notice = reportNotice({ ...report, problems: broken }, where);
  return { alarm: notice && alarmOf(notice, error?.code), line };
}

/** The notice for an error that ended a run before there was a report. */
export function devFailure(notice: Notice, code: string): DevNotice {
  return { alarm: alarmOf(notice, code), line: undefined };
}

function alarmOf(notice: Notice, code = ''): Alarm {
  const ofService = isOfService(code);
  return {
    ...notice,
    isOverlay: notice.severity === 'error' && !ofService,
    identity: ofService ? code : notice.text,
    lasting: LASTING.has(code) ? code : undefined,
  };
}

function isOfService(code: string): boolean {
  return PASSING.has(code) || LASTING.has(code);
}

/** `locale-sync: 2 missing in de, fr; first locales/en.json:4:10 title; locale-sync sync`. */
function openLine(problems: readonly Problem[], where: CommandPlace): string | undefined {
  const open = problems.filter(isOpen);
  const [first] = open;
  if (first === undefined) return undefined;
  const kinds = [...WORDS].flatMap(([code, word]) => {
    const some = open.filter((one) => one.code === code);
    const locales = [...new Set(some.flatMap(({ locale }) => locale ?? []))];
    const where = locales.length > MOST ? `${locales.length} locales` : locales.join(', ');
    return some.length === 0 ? [] : [`${some.length} ${word} in ${where}`];
  });
  const { file, line = 1, column = 1, key = '' } = first;
  const path =
    file === undefined ? '' : `${shownPath(resolve(where.root, file))}:${line}:${column} `;
  const isToReview = open.every(({ code }) => code === 'review');
  const next = commandLine([isToReview ? 'check' : 'sync'], where);
  return terminalText(
    oneLine(
      `locale-sync: ${kinds.join(', ')}; first ${path}${oneLine(key, 80)}; ${next}`,
      Infinity,
    ),
  );
}

export interface Saying {
  readonly severity: 'error' | 'warning' | 'info';
  readonly text: string;
}

/** What the terminal of a dev session has already shown: nothing is printed twice in a row. */
export class DevLog {
  #last: DevNotice | undefined;
  /** Codes of persistent errors that were printed, such as a refused key. */
  readonly #lasting = new Set<string>();
  #keys: string | undefined;

  /** What to print of the keys that were found in code. */
  keys(found: KeysFound | undefined): readonly Saying[] {
    const text = found && describeKeys(found);
    const isNews = text !== this.#keys;
    this.#keys = text;
    if (text === undefined || !isNews) return [];
    return [{ severity: found?.error === null ? 'info' : 'warning', text }];
  }

  /** What to print of a notice, given the previous ones. */
  news(notice: DevNotice): readonly Saying[] {
    const { alarm, line } = notice;
    if (alarm === undefined && line === undefined) this.#lasting.clear();
    const sayings: Saying[] = [];
    if (alarm !== undefined && this.#isNews(alarm)) sayings.push(alarm);
    if (line !== undefined && line !== this.#last?.line)
      sayings.push({ severity: 'warning', text: line });
    this.#last = notice;
    return sayings;
  }

  #isNews({ identity, lasting }: Alarm): boolean {
    if (lasting === undefined) return identity !== this.#last?.alarm?.identity;
    if (this.#lasting.has(lasting)) return false;
    this.#lasting.add(lasting);
    return true;
  }
}
