import { DiagnosticSeverity, DiagnosticTag } from './protocol.js';
import type { Diagnostic, Range } from 'vscode-languageserver/node';
import type { TextDocument } from 'vscode-languageserver-textdocument';
import type { CodeKey, KeysOfText } from '../code/index.js';
import { describeRow, parametersOfRow } from '../engine/index.js';
import { formatKey, oneLine } from '../model/index.js';
import type { Problem } from '../model/index.js';
import { rangeIn, rangeOfUnit, spanOfKey } from './places.js';
import type { Known, Place, ShownProblem } from './project.js';

/** The most characters of a text beside code. */
const SHORT = 60;

export function shortened(text: string): string {
  return oneLine(text, SHORT);
}

const AUTHORS = {
  machine: 'by a machine',
  otherwise: 'by a machine, under other options',
  person: 'by a person',
  copy: 'a copy',
  elsewhere: 'from elsewhere',
  none: undefined,
} as const;

/** A unit in all locales: its texts, states and authors. Plain text: catalogs are data. */
export function describeUnit(places: readonly Place[], source: string): string {
  const [first] = places;
  if (first === undefined) return '';
  const { unit } = first.row.source.expected;
  const lines = places.map(({ file, row }) => {
    const { status, origin, why } = describeRow(row, file);
    const said = [status, AUTHORS[origin] ?? []].flat().join(', ');
    const text = row.current?.text ?? '';
    const reason = status === 'current' || status === 'edited' ? '' : `\n    ${why}`;
    return `${file.target.locale}  ${text === '' ? '–' : oneLine(text, 500)}  (${said})${reason}`;
  });
  const note = unit.note === undefined ? [] : [oneLine(unit.note, 500)];
  const head = `${formatKey(unit.key)}  ${first.file.pair.source.path}`;
  return [head, ...note, `${source}  ${oneLine(unit.text, 500)}`, ...lines].join('\n');
}

/** What is no fault, but work that waits. */
const WAITING: ReadonlySet<string> = new Set(['missing', 'stale', 'review', 'no-extract']);

/** @param range default: its line from its column on */
export function diagnosticOf(problem: ShownProblem, range = restOfLine(problem)): Diagnostic {
  const { code, message, severity } = problem;
  const level = severity === 'error' ? DiagnosticSeverity.Error : DiagnosticSeverity.Warning;
  return {
    ...{ range, code, message, source: 'locale-sync' },
    severity: WAITING.has(code) ? DiagnosticSeverity.Information : level,
  };
}

function restOfLine({ line = 1, column = 1 }: ShownProblem): Range {
  return { start: { line: line - 1, character: column - 1 }, end: { line, character: 0 } };
}

/** What `check` says of a catalog, and which of its keys no code uses. */
export function catalogDiagnostics(
  { report, lookup, keys }: Known,
  file: string,
): readonly Diagnostic[] {
  const merged = new Map<string, { problem: Problem; locales: string[] }>();
  for (const problem of report.problems) {
    if (problem.file !== file || problem.settled === true) continue;
    const { code, line, column, locale, message } = problem;
    // What is missing in several locales is one finding at its source.
    const id = JSON.stringify([code, line, column, code === 'missing' ? '' : message]);
    const one = merged.get(id) ?? { problem, locales: [] };
    merged.set(id, one);
    if (locale !== undefined) one.locales.push(locale);
  }
  const found = [...merged.values()].map(({ problem, locales }) => {
    const place = lookup.find(problem);
    const names = [...new Set(locales)].join(', ');
    const said = names === '' ? problem.message : `${names}: ${problem.message}`;
    const message = problem.code === 'missing' ? `Not translated: ${names}.` : said;
    return diagnosticOf({ ...problem, message }, place && rangeOfUnit(place));
  });
  const change = keys?.catalogs.find((one) => one.file === file);
  const unused = new Map(
    [...(change?.unused ?? [])].map(([key, { reason }]) => [formatKey(key), reason]),
  );
  const idle = lookup.at(file).flatMap((place): readonly Diagnostic[] => {
    const name = formatKey(place.unit.key);
    const why = place.isSource ? unused.get(name) : undefined;
    if (why === undefined) return [];
    const message = `No code uses "${name}": ${why}.`;
    const found = diagnosticOf(
      { code: 'unused-key', severity: 'warning', message },
      rangeOfUnit(place),
    );
    return [{ ...found, severity: DiagnosticSeverity.Hint, tags: [DiagnosticTag.Unnecessary] }];
  });
  return [...found, ...idle];
}

/** What the extraction says of a text of code, and values that its calls do not give. */
export function codeDiagnostics(
  known: Known,
  document: TextDocument,
  read: KeysOfText,
): readonly Diagnostic[] {
  const { keys, problems, lackedBy } = read;
  const ofKeys = keys.flatMap((key): readonly Diagnostic[] => {
    const range = rangeIn(document, spanOfKey(key, document));
    const catalog = key.asks === true ? undefined : lackedBy(key);
    if (catalog !== undefined) {
      const message = `"${key.name}" is not in ${catalog}.`;
      return [diagnosticOf({ code: 'missing-key', severity: 'warning', message }, range)];
    }
    const absent = absentValues(known, key, read);
    if (absent.length === 0) return [];
    const names = absent.map((name) => `"${name}"`).join(', ');
    const message = `The text (${known.config.source}) needs ${names}, which this call does not give.`;
    return [diagnosticOf({ code: 'missing-value', severity: 'warning', message }, range)];
  });
  const said = problems.map((problem) => {
    const key = keys.find(
      ({ line, written }) => line === problem.line && problem.message.includes(written),
    );
    const span = key && spanOfKey(key, document);
    return diagnosticOf(problem, span && rangeIn(document, span));
  });
  return [...ofKeys, ...said];
}

/** Values that a text needs and a call does not give; empty if either is not known. */
function absentValues(
  { keys, lookup }: Known,
  key: CodeKey,
  { servedBy }: KeysOfText,
): readonly string[] {
  const [served, ...more] = servedBy(key);
  if (keys === undefined || keys.isPart || served === undefined || key.values === undefined)
    return [];
  const [place] = lookup.rowsOf(served);
  if (place === undefined || (more.length > 0 && !key.count)) return [];
  const { named, counts } = parametersOfRow(place.row, place.file);
  const given = new Set([...key.values, ...keys.shared]);
  // Positions are given by lists, and a name may be a path into a value.
  if (counts || given.has('*') || [...named.keys()].some((one) => /^\d+$/.test(one))) return [];
  return [...named.keys()].filter((one) => !given.has(one) && !given.has(one.split('.')[0] ?? ''));
}
