import { isAbsolute, relative, resolve } from 'node:path';
import type { Problem, Report, ReportError } from '../src/index.js';
import { oneLine } from '../src/model/one-line.js';
import type { Settings } from './options.js';

/** How many problems are listed; more would push what matters off the screen. */
const SHOWN = 20;

/** What a bundler shows: the same text in the terminal, in Vite's overlay and in `compilation.errors`. */
export interface Told {
  readonly text: string;
  /** Whether it is more than advice: a warning never stops a build. */
  readonly severity: 'error' | 'warning';
  /** Place of the first problem; `file` is absolute, line and column are 1-based. */
  readonly place?: { readonly file: string; readonly line: number; readonly column: number };
}

export interface Described {
  readonly report?: Report;
  /** What ended the run, where there is no report. */
  readonly error?: ReportError;
  readonly place?: Problem;
  readonly root: string;
  readonly settings: Settings;
}

/** The text of an outcome; undefined if there is nothing to say. Errors first, each with the command that repairs it. */
export function describeOutcome(described: Described): Told | undefined {
  const { report, root } = described;
  const error = described.error ?? report?.error ?? undefined;
  const problems = listed(report?.problems ?? []);
  if (error === undefined && problems.length === 0) return undefined;
  const blocks = [
    ...(error === undefined ? [] : [errorText(error)]),
    ...problemBlocks(problems, described),
  ];
  const first = described.place ?? problems[0];
  const severity = error !== undefined || first?.severity === 'error' ? 'error' : 'warning';
  const text = `${headline(problems, error)}\n\n${blocks.join('\n\n')}`;
  if (first?.file === undefined) return { text, severity };
  const file = resolve(root, first.file);
  return { text, severity, place: { file, line: first.line ?? 1, column: first.column ?? 1 } };
}

function listed(problems: readonly Problem[]): readonly Problem[] {
  const errors = problems.filter(({ severity }) => severity === 'error');
  return errors.length > 0 ? errors : problems;
}

function headline(problems: readonly Problem[], error: ReportError | undefined): string {
  if (problems.length === 0)
    return error?.code === 'internal' ? 'locale-sync' : 'locale-sync failed';
  const locales = new Set(problems.flatMap(({ locale }) => locale ?? []));
  const noun = problems[0]?.severity === 'error' ? 'problem' : 'warning';
  const amount = `${problems.length} ${noun}${problems.length === 1 ? '' : 's'}`;
  const where = locales.size === 0 ? '' : ` in ${[...locales].join(', ')}`;
  return `locale-sync: ${amount}${where}`;
}

function errorText({ message, hint }: ReportError): string {
  return hint === undefined ? message : `${message}\n${hint}`;
}

/** Problems that the same command repairs stand together above it. */
function problemBlocks(problems: readonly Problem[], described: Described): readonly string[] {
  const groups = new Map<string, Problem[]>();
  for (const problem of problems.slice(0, SHOWN)) {
    const repair = repairOf(problem);
    const group = groups.get(repair);
    if (group === undefined) groups.set(repair, [problem]);
    else group.push(problem);
  }
  const blocks = [...groups].map(([repair, group]) => {
    const lines = group.map((problem) => problemLine(problem, described.root));
    return [...lines, `  repair: ${repairText(repair, group, described)}`].join('\n');
  });
  const rest = problems.length - SHOWN;
  if (rest > 0) {
    blocks.push(`… and ${rest} more: ${command('check', described)}`);
  }
  return blocks;
}

/** `locales/en/app.json:12:5: missing [de] cart.total: …`. */
function problemLine(
  { file, line, column, code, locale, key, message }: Problem,
  root: string,
): string {
  const place =
    file === undefined ? '' : `${shown(resolve(root, file))}:${line ?? 1}:${column ?? 1}: `;
  const unit = [locale === undefined ? '' : ` [${locale}]`, key === undefined ? '' : ` ${key}`];
  return oneLine(`${place}${code}${unit.join('')}: ${message}`, 400);
}

type Repair = 'sync' | 'mend-file' | `review ${string}` | `mend ${string}`;

function repairOf({ code, locale, key }: Problem): Repair {
  if (locale === undefined || key === undefined) return code === 'missing' ? 'sync' : 'mend-file';
  switch (code) {
    case 'missing':
    case 'stale':
    case 'service-failed':
    case 'service-rejected':
    case 'changed-on-disk':
    case 'write-failed':
      return 'sync';
    case 'review':
      return `review ${locale} ${key}`;
    default:
      return `mend ${locale} ${key}`;
  }
}

function repairText(repair: string, group: readonly Problem[], described: Described): string {
  const locales = [...new Set(group.flatMap(({ locale }) => locale ?? []))].join(',');
  const only = locales === '' ? '' : ` --locale ${quoted(locales)}`;
  const keys = ` --keys ${quoted(group[0]?.key ?? '')}`;
  const sync = command('sync', described);
  if (repair === 'sync') return `${sync}${only}`;
  if (repair === 'mend-file') return `mend the file, then ${command('check', described)}`;
  if (repair.startsWith('review ')) {
    return `${sync}${only}${keys} --accept   (or --retranslate edited for a new translation)`;
  }
  return `mend the text at its place, or ${sync}${only}${keys} --retranslate edited`;
}

/** A command as it is typed where the bundler was started. */
function command(name: string, { root, settings }: Described): string {
  const config =
    settings.config === undefined
      ? ''
      : ` --config ${quoted(shown(resolve(settings.folder, settings.config)))}`;
  const folder = shown(root);
  const cwd = config === '' && folder !== '.' ? ` --cwd ${quoted(folder)}` : '';
  return `locale-sync ${name}${cwd}${config}`;
}

function shown(file: string): string {
  const path = relative(process.cwd(), file);
  return path === '' ? '.' : isAbsolute(path) ? path : path.replaceAll('\\', '/');
}

function quoted(text: string): string {
  return /^[\w./,:@-]+$/.test(text) ? text : `'${text.replaceAll("'", `'\\''`)}'`;
}
