import { isVacant, keyId } from '../../model/index.js';
import type { Document, MessageSyntax } from '../../model/index.js';
import { isOfMaps } from '../../text/index.js';
import type { ExpectedUnit } from '../../text/index.js';
import type { DroppedUnit } from '../units/row.js';

/**
 * Whether a target of Rails or go-i18n has a text in another shape than its source, which is legal:
 * one text in place of a map of plural forms, or the reverse.
 * @param obsolete units that are removed because the source had this shape and changed it
 */
export function otherShapes(
  document: Document | undefined,
  syntax: MessageSyntax,
  obsolete: readonly DroppedUnit[],
): (expected: ExpectedUnit) => boolean {
  if (!isOfMaps(syntax) || document === undefined) return () => false;
  let texts: Set<string> | undefined;
  return ({ key, unit, plural }) => {
    if (unit.kind !== 'text' || (plural !== undefined && key.length < 2)) return false;
    texts ??= textsIn(document, obsolete);
    return texts.has(keyId(plural === undefined ? [...key, 'other'] : key.slice(0, -1)));
  };
}

function textsIn({ units }: Document, obsolete: readonly DroppedUnit[]): Set<string> {
  const texts = units.filter((unit) => unit.text !== '' && !isVacant(unit));
  const found = new Set(texts.map(({ key }) => keyId(key)));
  for (const { unit } of obsolete) found.delete(keyId(unit.key));
  return found;
}
