import { UNSAFE_IN_LINES, unicodeEscape, withoutMarkers } from './characters.js';

const LEFT_BY_STRINGIFY = new RegExp(UNSAFE_IN_LINES, 'gu');

/**
 * A value as JSON that is read back as it was, and that a terminal, a CI log and a script can hold:
 * what `JSON.stringify` leaves as it is (DEL, C1, U+2028, U+2029, marks that change the text
 * direction) is escaped too.
 * @param indent spaces by which it is indented; default: all in one line
 */
export function jsonText(value: unknown, indent?: number): string {
  const json = JSON.stringify(value, null, indent);
  return withoutMarkers(json.replace(LEFT_BY_STRINGIFY, unicodeEscape));
}
