import { oneLine } from '../../model/index.js';
import type { Report } from '../../model/index.js';
import type { Style } from './style.js';

/** `12,345`. */
export function formatNumber(value: number): string {
  // Creating an Intl.NumberFormat takes longer than the whole work of a run with nothing to do.
  return String(value).replace(/\B(?<!\.\d*)(?=(?:\d{3})+(?!\d))/g, ',');
}

/** `1 text`, `12,345 texts`. */
export function amount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}

/** `12,345 characters, 3.5 minutes of speech (1.20 EUR)`: what is billed. */
export function billedAmount({
  characters,
  minutes,
  money,
}: Pick<Report, 'characters' | 'minutes' | 'money'>): string {
  const speech = minutes === undefined ? '' : `, ${amount(minutes, 'minute')} of speech`;
  const cost = money === undefined ? '' : ` (${moneyText(money)})`;
  return `${amount(characters, 'character')}${speech}${cost}`;
}

const CENTS = { minimumFractionDigits: 2, maximumFractionDigits: 2 };

/** `1,234.50 EUR` */
export function moneyText({ amount: value, currency }: NonNullable<Report['money']>): string {
  const shown = value > 0 && value < 0.01 ? 'less than 0.01' : value.toLocaleString('en', CENTS);
  return `${shown} ${oneLine(currency)}`.trim();
}

/** `12 from the repository`, for each source of reused texts. */
export function reusedFrom({ repository, memory, duplicates }: Report['reused']): string[] {
  const places = [
    [repository, 'from the repository'],
    [memory, 'from the memory'],
    [duplicates, 'repeated'],
  ] as const;
  return places.flatMap(([count, where]) => (count > 0 ? [`${formatNumber(count)} ${where}`] : []));
}

/** `2 documents, 1 recording`; empty if there are none. */
export function jobAmounts({ jobs }: Report): string[] {
  if (jobs === undefined) return [];
  const { documents, recordings } = jobs;
  return [
    ...(documents > 0 ? [amount(documents, 'document')] : []),
    ...(recordings > 0 ? [amount(recordings, 'recording')] : []),
  ];
}

/** What a list leaves out, and how to see it: `… and 12 more (how to see all)`. */
export function leftOut(what: string, toSeeAll: string | undefined, { colors }: Style): string {
  return colors.dim(toSeeAll === undefined ? what : `${what} (${toSeeAll})`);
}

/** Items by name, in the order of each name's first item. */
export function groupBy<T>(
  items: readonly T[],
  nameOf: (item: T, at: number) => string,
): ReadonlyMap<string, readonly T[]> {
  const groups = new Map<string, T[]>();
  for (const [at, item] of items.entries()) {
    const name = nameOf(item, at);
    const group = groups.get(name);
    if (group === undefined) groups.set(name, [item]);
    else group.push(item);
  }
  return groups;
}
