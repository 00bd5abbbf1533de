import { formatKey, jsonText, oneLine } from '../../model/index.js';
import type { EmptyDecision, JobItem, PlanItem, Report } from '../../model/index.js';
import {
  amount,
  billedAmount,
  formatNumber,
  groupBy,
  jobAmounts,
  leftOut,
  reusedFrom,
} from './amounts.js';
import { resourceLines, sendsResources } from './resource-text.js';
import { table } from './style.js';
import type { Style } from './style.js';

/** The most units, and the most documents and recordings, that are listed by default. */
const FEW = 50;
/** Number of units listed after a summary. */
const FIRST = 5;
/** Rows of a table in a summary, the most expensive first: it fits on one screen. */
const ROWS = 8;
/** Names in a row for several locales. */
const NAMES = 3;

interface PlanToShow {
  readonly items: readonly PlanItem[];
  readonly report: Report;
  /** Documents and outputs of recordings. */
  readonly jobs?: readonly JobItem[];
  /** Only shown with `all`. */
  readonly empty?: readonly EmptyDecision[];
}

/**
 * A plan as a diff or a summary: what, why, how much, and what is reused.
 * @param options.all every unit. Default: false: every unit of a plan of up to 50, otherwise sums by
 * locale and file, and the first units
 * @param options.toSeeAll how to see all of them, in the host's terms
 */
export function planText(
  { items, report, jobs = [], empty = [] }: PlanToShow,
  style: Style,
  { all = false, toSeeAll }: { readonly all?: boolean; readonly toSeeAll?: string } = {},
): string {
  const { colors } = style;
  const lines = [...resourceLines(report, style)];
  const isListed = all || items.length <= FEW;
  if (!isListed) {
    lines.push(...planSummary(items, style, toSeeAll), '');
    lines.push(colors.dim(`the first ${FIRST} of them`));
  }
  const listed = isListed ? items : items.slice(0, FIRST);
  for (const [file, its] of groupBy(listed, (item) => item.file)) {
    // The first of them are not all units of their files.
    const count = isListed ? `  ${amount(its.length, 'unit')}` : '';
    lines.push(`${colors.bold(oneLine(file))}${count}`);
    for (const item of its) lines.push(itemLine(item, style));
  }

  const shownJobs = all ? jobs : jobs.slice(0, FEW);
  for (const item of shownJobs) lines.push(jobLine(item, style));
  const rest = jobs.length - shownJobs.length;
  if (rest > 0) lines.push(leftOut(`… and ${formatNumber(rest)} more files`, toSeeAll, style));

  for (const one of all ? empty : []) lines.push(emptyLine(one, style));
  if (lines.length > 0) lines.push('');
  return `${[...lines, totals(report), ...whyAlone(report)].join('\n')}\n`;
}

/** Why nearly each text is a request of its own, and what would change it. */
function whyAlone(report: Report): readonly string[] {
  const { requests, texts } = report;
  if (jobAmounts(report).length > 0 || texts < 20 || texts > 1.5 * requests) return [];
  return [
    'Nearly each text is a request of its own: it has a note, a context or a maximum length that no other has. That takes time, but',
    'costs no characters. Texts share a request if these are equal or missing, as with one note for a whole group.',
  ];
}

function itemLine(item: PlanItem, { colors, width }: Style): string {
  const name = oneLine(formatKey(item.key));
  const key = colors.bold(name);
  const room = Math.max(20, width - name.length - 30);
  const quote = (text = ''): string => oneLine(jsonText(text), room);
  const cost = item.characters > 0 ? colors.dim(` ${formatNumber(item.characters)} ch`) : '';
  const isNew = item.target === undefined || item.status === 'missing';
  const mark = isNew ? colors.green('+') : colors.yellow('~');
  switch (item.action) {
    case 'remove': {
      const archived = item.archived === true ? '; its text goes to the archive' : '';
      return `  ${colors.red('-')} ${key} ${colors.dim(`dropped from the source${archived}`)}`;
    }
    case 'copy':
      return `  ${mark} ${key} ${quote(item.source)} ${colors.dim('copied, never translated')}`;
    case 'reuse': {
      const how = item.reuse === undefined ? 'nothing to translate' : `from the ${item.reuse}`;
      return `  ${mark} ${key} ${quote(item.text)} ${colors.dim(`${item.status}, ${how}`)}`;
    }
    case 'translate':
    case 'propose': {
      const why = item.action === 'propose' ? 'review: kept, with a proposal' : item.status;
      const repeated = item.reuse === 'duplicate' ? ', same text as above' : '';
      return `  ${mark} ${key} ${quote(item.source)} ${colors.dim(why + repeated)}${cost}`;
    }
    case 'keep':
      return `    ${key} ${colors.dim(item.status)}`;
  }
}

const JOB_NAMES = {
  document: 'document',
  subtitles: 'subtitles',
  text: 'transcript',
  audio: 'speech',
} as const;

/** A document or output of a recording: a file to make. */
function jobLine(item: JobItem, { colors }: Style): string {
  const { file, source, kind, status, action, from, characters, minutes } = item;
  const mark = status === 'missing' ? colors.green('+') : colors.yellow('~');
  const beside = 'review: kept, with the machine translation next to it';
  const of = `${JOB_NAMES[kind]} from ${oneLine(source)}`;
  let cost: string;
  if (from === 'kept') cost = 'result already downloaded';
  else if (from === 'open') cost = 'sent by an earlier run';
  else if (minutes !== undefined) cost = `${amount(minutes, 'minute')} of speech`;
  else if (kind !== 'document') cost = 'billed by the minute';
  else
    cost = characters === 0 ? 'billed by its content' : `at least ${formatNumber(characters)} ch`;
  const why = action === 'beside' ? beside : status;
  return `${mark} ${colors.bold(oneLine(file))} ${colors.dim(`${why}, ${of}, ${cost}`)}`;
}

/** Why empty texts are sent or not. */
function emptyLine({ file, meaning, units }: EmptyDecision, { colors }: Style): string {
  const why =
    meaning === 'missing'
      ? 'missing: taken as not translated yet (set empty: intended to keep them)'
      : 'kept as intended, because the rest of the file is translated (set empty: missing to translate them)';
  return `${oneLine(file)}  ${colors.dim(`${amount(units, 'empty text')} ${why}`)}`;
}

function totals(report: Report): string {
  const { requests, texts, reused, removed, improve } = report;
  const free = reused.repository + reused.memory + reused.duplicates;
  const gone = removed > 0 ? [`${formatNumber(removed)} removed`] : [];
  const write =
    improve === undefined
      ? []
      : [
          `improve would send ${amount(improve.texts, 'text')}, ${amount(improve.characters, 'character')}`,
        ];
  if (requests === 0 && free === 0) {
    const nothing = sendsResources(report)
      ? 'No text to send; the changes above go to the service.'
      : 'Nothing to send.';
    return [nothing, ...gone, ...write].join(' · ');
  }
  const from = reusedFrom(reused).join(', ');
  const jobs = jobAmounts(report);
  const least = jobs.length > 0 ? 'at least ' : '';
  const what = [...jobs, ...(texts > 0 || jobs.length === 0 ? [amount(texts, 'text')] : [])];
  return [
    `${what.join(', ')} in ${least}${amount(requests, 'request')}, ${least}${billedAmount(report)} to be billed`,
    ...(free > 0 ? [`${amount(free, 'unit')} reused for free (${from})`] : []),
    ...gone,
    ...write,
  ].join(' · ');
}

/** What a plan does with units, as column headings of a summary. */
const COLUMNS = ['new', 'changed', 'review', 'reused', 'copied', 'removed', 'kept'] as const;
type Column = (typeof COLUMNS)[number];

/** What a plan does and costs, by locale and by file, as lines of text. */
function planSummary(
  items: readonly PlanItem[],
  style: Style,
  toSeeAll: string | undefined,
): readonly string[] {
  const files = sumsBy(items, ({ file }) => file);
  return [
    ...sumTable('locale', alike(sumsBy(items, ({ locale }) => locale)), style),
    '',
    ...sumTable('file', files, style),
    '',
    leftOut(`${amount(items.length, 'unit')} in ${amount(files.length, 'file')}`, toSeeAll, style),
  ];
}

/** The units of a locale or file. */
interface Sum {
  readonly name: string;
  readonly units: number;
  readonly characters: number;
  readonly columns: ReadonlyMap<Column, number>;
}

function sumsBy(items: readonly PlanItem[], nameOf: (item: PlanItem) => string): readonly Sum[] {
  return [...groupBy(items, nameOf)].map(([name, own]) => {
    const columns = new Map<Column, number>();
    let characters = 0;
    for (const item of own) {
      const column = columnOf(item);
      characters += item.characters;
      columns.set(column, (columns.get(column) ?? 0) + 1);
    }
    return { name, units: own.length, characters, columns };
  });
}

/** Many locales, of which those with the same numbers are one row. */
function alike(sums: readonly Sum[]): readonly Sum[] {
  if (sums.length <= ROWS) return sums;
  const same = groupBy(sums, ({ units, characters, columns }) =>
    [units, characters, ...columns].join(),
  );
  return [...same.values()].flatMap((those): readonly Sum[] => {
    const [first] = those;
    const names = those.slice(0, NAMES).map(({ name }) => name);
    const rest = those.length - names.length;
    const name = names.join(', ') + (rest > 0 ? ` and ${formatNumber(rest)} more` : '');
    return first === undefined ? [] : [{ ...first, name }];
  });
}

function columnOf({ action, status, reuse }: PlanItem): Column {
  switch (action) {
    case 'remove':
      return 'removed';
    case 'copy':
      return 'copied';
    case 'reuse':
      return 'reused';
    case 'propose':
      return 'review';
    case 'keep':
      return 'kept';
    case 'translate':
      if (reuse === 'duplicate') return 'reused';
      return status === 'missing' ? 'new' : 'changed';
  }
}

function sumTable(head: string, all: readonly Sum[], { colors }: Style): readonly string[] {
  const isLong = all.length > ROWS;
  const isSorted = isLong || head === 'file';
  const sums = (isSorted ? [...all].sort((a, b) => b.characters - a.characters) : all).slice(
    0,
    ROWS,
  );
  const rest = isLong
    ? [colors.dim(`… and ${amount(all.length - ROWS, head === 'file' ? 'more file' : 'more row')}`)]
    : [];
  const used = COLUMNS.filter((column) => sums.some(({ columns }) => columns.has(column)));
  const cell = (value = 0): string => (value === 0 ? '·' : formatNumber(value));
  const rows = sums.map(({ name, units, characters, columns }) => [
    oneLine(name),
    formatNumber(units),
    ...used.map((column) => cell(columns.get(column))),
    cell(characters),
  ]);
  const [first = '', ...lines] = table([[head, 'units', ...used, 'characters'], ...rows]);
  return [colors.dim(first), ...lines, ...rest];
}
