import { isHuman, REVIEW } from '../../lock/index.js';
import type { LooseText, Row } from './row.js';

/**
 * Whether a text was made for another use than a unit with the same source text: another `msgctxt`,
 * or a file with another formality, style or glossary. A file that is gone says nothing.
 */
export function isForOther(
  { unit, options }: Pick<LooseText, 'unit' | 'options'>,
  row: Pick<Row, 'source' | 'options'>,
): boolean {
  const { expected } = row.source;
  if (unit.context !== expected.unit.context) return true;
  if (options === undefined || options === row.options) return false;
  return options.mannerOf(expected.text) !== row.options.mannerOf(expected.text);
}

/** The origin that a text has at a unit: a person's text for another use waits for review. */
export function originElsewhere(
  origin: string,
  text: Pick<LooseText, 'unit' | 'options'>,
  row: Pick<Row, 'source' | 'options'>,
): string {
  return isHuman(origin) && isForOther(text, row) ? REVIEW : origin;
}
