const numbers = new Intl.NumberFormat('en-US');

/** `12,345`. */
export function formatNumber(value: number): string {
  return numbers.format(value);
}

/** `1 text`, `12,345 texts`. */
export function amount(count: number, noun: string): string {
  return `${formatNumber(count)} ${noun}${count === 1 ? '' : 's'}`;
}
