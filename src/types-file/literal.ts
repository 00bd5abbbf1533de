/**
 * Characters that editors hide or show as something else: controls, line separators, bidi marks.
 */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Untrusted text as a TypeScript literal, for a type, a value or a property name. Names are always
 * quoted, because catalog keys may contain any text.
 */
export function literal(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, escapeOf);
}

function escapeOf(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
