/** `1 file`, `1200 files`: without separators, as logs and comments have numbers. */
export function plural(count: number, noun: string): string {
  return `${count} ${noun}${count === 1 ? '' : 's'}`;
}
