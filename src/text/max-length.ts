const STATED = /\bmax[-_ ]?length\b\s*[:=]?\s*(\d{1,6})\b/i;

/** The most characters of a translation, if the author's note states it: `maxLength: 20`. */
export function statedLength(note: string | undefined): number | undefined {
  const match = note === undefined ? null : STATED.exec(note);
  const length = Number(match?.[1] ?? 0);
  return length > 0 ? length : undefined;
}
