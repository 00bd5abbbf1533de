import { UNSAFE_IN_LINES, unicodeEscape, withoutMarkers } from './characters.js';

const LEFT_BY_STRINGIFY = new RegExp(UNSAFE_IN_LINES, 'gu');

/**
 * A value as JSON that parses back to the same value and is safe in terminals, CI logs and scripts:
 * characters that `JSON.stringify` leaves unescaped (DEL, C1, U+2028, U+2029, bidi marks) are
 * escaped too.
 * @param indent spaces per level; default: everything on one line
 */
export function jsonText(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  return withoutMarkers(json.replace(LEFT_BY_STRINGIFY, unicodeEscape));
}
