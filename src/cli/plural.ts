/** `1 file`, `1200 files`: without thousands separators, as in logs and comments. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
