/** `12,345`. */
export function formatNumber(value: number): string {
  // Making an Intl.NumberFormat takes longer than a run with nothing to do spends on its own work.
  return String(value).replace(/\B(?=(?:\d{3})+$)/g, ',');
}

/** `1 text`, `12,345 texts`. */
export function amount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
