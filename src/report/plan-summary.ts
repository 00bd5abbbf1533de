import type { PlanItem } from '../model/index.js';
import { oneLine } from '../sinks/terminal.js';
import { amount, formatNumber } from './amounts.js';
import { leftOut } from './left-out.js';
import type { Style } from './style.js';
import { table } from './table.js';

/** Number of files that are listed, the most expensive first. */
const FILES = 20;

/** What a plan does with units, as column headings. */
const COLUMNS = ['new', 'changed', 'review', 'reused', 'copied', 'removed', 'kept'] as const;
type Column = (typeof COLUMNS)[number];

interface Amounts {
  readonly name: string;
  units: number;
  characters: number;
  readonly columns: Map<Column, number>;
}

/**
 * What a plan does and costs, by locale and by file, as lines of text.
 * @param toSeeAll how to see every file and unit, in the host's terms
 */
export function planSummary(
  items: readonly PlanItem[],
  style: Style,
  toSeeAll: string | undefined,
): readonly string[] {
  const locales = [...sums(items, ({ locale }) => locale).values()];
  const files = [...sums(items, ({ file }) => file).values()];
  const dearest = [...files].sort((a, b) => b.characters - a.characters).slice(0, FILES);
  const rest = files.length - dearest.length;
  const { colors } = style;
  return [
    ...tableOf('locale', locales, style),
    '',
    ...tableOf('file', dearest, style),
    ...(rest > 0 ? [colors.dim(`… and ${amount(rest, 'more file')}`)] : []),
    '',
    leftOut(`${amount(items.length, 'unit')} in ${amount(files.length, 'file')}`, toSeeAll, style),
  ];
}

function sums(
  items: readonly PlanItem[],
  nameOf: (item: PlanItem) => string,
): ReadonlyMap<string, Amounts> {
  const found = new Map<string, Amounts>();
  for (const item of items) {
    const name = nameOf(item);
    let sum = found.get(name);
    if (sum === undefined) {
      sum = { name, units: 0, characters: 0, columns: new Map() };
      found.set(name, sum);
    }
    const column = columnOf(item);
    sum.units += 1;
    sum.characters += item.characters;
    sum.columns.set(column, (sum.columns.get(column) ?? 0) + 1);
  }
  return found;
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

function tableOf(head: string, rows: readonly Amounts[], { colors }: Style): readonly string[] {
  const used = COLUMNS.filter((column) => rows.some(({ columns }) => columns.has(column)));
  const body = rows.map(({ name, units, characters, columns }) => [
    oneLine(name),
    formatNumber(units),
    ...used.map((column) => cell(columns.get(column))),
    cell(characters),
  ]);
  return table([[head, 'units', ...used, 'characters'], ...body]).map((line, index) =>
    index === 0 ? colors.dim(line) : line,
  );
}

function cell(value = 0): string {
  return value === 0 ? '·' : formatNumber(value);
}
