import { EDITED, isHuman, REVIEW, targetHash } from '../../../lock/index.js';
import { listOf } from '../../units/list-keys.js';
import { knownTexts } from '../../units/known-texts.js';
import type { Unit } from '../../../model/index.js';
import type { SourceUnit } from '../../units/source-units.js';
import type { Row, DroppedUnit, KnownText, LooseText } from '../../units/row.js';

/** Whether a text is human: it is replaced only if it moves itself or is no longer needed. */
export function isOfPerson({ facts }: LooseText): boolean {
  return facts.some(({ origin }) => isHuman(origin));
}

/** The translations of a target file that may move, in the order of the file's units. */
export function looseTexts(
  rows: readonly Row[],
  dropped: readonly DroppedUnit[],
  { path, locale }: { readonly path: string; readonly locale: string },
): readonly LooseText[] {
  const found: LooseText[] = [];
  for (const row of rows) {
    const facts = formerFacts(row, locale);
    if (facts.length === 0 || row.current === undefined) continue;
    found.push({ unit: row.current, path, facts, at: row });
  }
  const edited = editedInLists(rows, found, { path, locale });
  return [...found, ...edited, ...dropped.flatMap((one) => looseDropped(one, path))];
}

/** Or, for adaptable values, may differ from the source. */
function isTranslated({ copied }: Pick<SourceUnit, 'copied'>, { kind, adaptable }: Unit): boolean {
  return adaptable === true || (!copied && kind === 'text');
}

const NO_FACTS: readonly KnownText[] = [];

/** The lock's facts of a unit's text if it was made for a former source. */
function formerFacts({ source, current, state }: Row, locale: string): readonly KnownText[] {
  if (state.status !== 'stale' && state.status !== 'review') return NO_FACTS;
  if (!state.isKnown || current === undefined || !isTranslated(source, current)) return [];
  // An empty text is intended at this key only.
  if (current.text === '') return [];
  // Plural forms of a key share their source text, which does not say which form a text is.
  if (source.expected.plural !== undefined || state.place !== 'own') return [];
  const hash = targetHash(current.text);
  const known = [...knownTexts(source.facts, locale), ...(state.former ?? [])];
  const own = known.filter((one) => one.hash === hash);
  // If the lock also has it for today's source, it is in review for another reason and does not
  // move.
  return own.some((one) => one.source === source.sourceHash) ? [] : own;
}

/**
 * In a list whose texts move, a text that a person has just edited moves with the source of the
 * text that it replaced.
 */
function editedInLists(
  rows: readonly Row[],
  found: readonly LooseText[],
  { path, locale }: { readonly path: string; readonly locale: string },
): readonly LooseText[] {
  const moving = new Set(found.map(({ unit }) => listOf(unit.key)?.list));
  moving.delete(undefined);
  if (moving.size === 0) return [];
  return rows.flatMap((row): readonly LooseText[] => {
    const { source, current, state } = row;
    if (current?.kind !== 'text' || current.text === '') return [];
    if (state.isKnown || state.status !== 'review') return [];
    if (source.copied || !moving.has(listOf(current.key)?.list)) return [];
    const [known, ...others] = knownTexts(source.facts, locale);
    if (known === undefined || others.some((one) => one.source !== known.source)) return [];
    const fact = { source: known.source, hash: targetHash(current.text), origin: EDITED };
    return [{ unit: current, path, facts: [fact], at: row }];
  });
}

/**
 * The text of a dropped unit. It counts as human text if the lock has another text for the unit.
 */
export function looseDropped({ unit, facts }: DroppedUnit, path: string): readonly LooseText[] {
  if (!isTranslated({ copied: false }, unit)) return [];
  const hash = targetHash(unit.text);
  const isEdited = facts.every((fact) => fact.hash !== hash);
  const asEdited = unit.incomplete === true ? REVIEW : EDITED;
  const known = facts.map((fact): KnownText => ({
    ...fact,
    hash,
    origin: isEdited ? asEdited : fact.origin,
  }));
  // A copy is made again where it is needed.
  if (unit.adaptable === true && !known.some(({ origin }) => isHuman(origin))) return [];
  return known.length === 0 ? [] : [{ unit, path, facts: known, at: undefined }];
}
