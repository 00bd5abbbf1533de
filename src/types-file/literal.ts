/** What editors do not show, or show as something else: controls, line separators, bidi marks. */
const UNSEEN = /[\p{C}\p{Zl}\p{Zp}]/gu;

/**
 * Text from outside as a literal of TypeScript, where a type, a value or the name of a property is
 * expected. Names are always quoted: keys of catalogs are any text at all.
 */
export function literal(text: string): string {
  return JSON.stringify(text).replace(UNSEEN, escapeOf);
}

function escapeOf(sign: string): string {
  const units = Array.from({ length: sign.length }, (_, at) => sign.charCodeAt(at));
  return units.map((unit) => `\\u${unit.toString(16).padStart(4, '0')}`).join('');
}
