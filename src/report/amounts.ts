import type { Report } from '../model/index.js';

/** `12,345`. */
export function formatNumber(value: number): string {
  // Creating an Intl.NumberFormat takes longer than the whole work of a run with nothing to do.
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 text`, `12,345 texts`. */
export function amount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
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
