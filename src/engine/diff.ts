import { isHuman, LocaleFacts, targetHash, unitHash } from '../state/index.js';
import type { Facts } from '../state/index.js';
import type { Key, RuleLevels, Unit } from '../model/index.js';
import { findElements } from './array-elements.js';
import type { Rearrangement } from './array-elements.js';
import { findBlocked } from './blocked.js';
import { FormerCuts } from './former-cuts.js';
import type { FilePair, TargetFile } from './files.js';
import { knownTexts } from './judge.js';
import type { KnownText } from './judge.js';
import { withProposals } from './kept-proposals.js';
import type { UnitOptions } from './options.js';
import type { ProjectView } from './project-view.js';
import { ReferenceUses } from './reference-uses.js';
import { findShifted } from './shifted-texts.js';
import type { SourceUnit, SourceUnits } from './source-units.js';
import { StandingUnits } from './standing-units.js';
import { unchangedUnit } from './unchanged.js';
import type { EarlierTarget } from './unchanged.js';
import { blockedUnit, byElement, diffUnit, shownByReference } from './unit-diff.js';
import type { UnitContext, UnitDiff } from './unit-diff.js';

export interface TargetDiff {
  readonly pair: FilePair;
  readonly target: TargetFile;
  readonly units: readonly UnitDiff[];
  /** Known to the lock, dropped by the source: removed. */
  readonly obsolete: readonly ObsoleteUnit[];
  /**
   * Known to the lock, no unit of the source any more, but kept: still shown through references, or maybe what was to
   * stand where another kind of value stands.
   */
  readonly kept: readonly ObsoleteUnit[];
  /** Texts of elements that the source dropped from arrays; others take their places. */
  readonly dropped: readonly Omit<ObsoleteUnit, 'id'>[];
  /** Never known from the source: kept. */
  readonly extra: readonly Unit[];
}

export interface ObsoleteUnit {
  readonly unit: Unit;
  /** `unitHash` that the lock knows it by. */
  readonly id: string;
  readonly facts: readonly KnownText[];
  /** Aliases of it in the target that stay, with its text. */
  readonly aliases?: readonly Key[];
}

export interface DiffContext {
  readonly facts: Facts;
  /** False when the lock may be older than the files beside it. */
  readonly lockIsKnown: boolean;
  readonly rules: RuleLevels;
  readonly languages: { readonly source: string; readonly target: string };
  /** Of the pair's source file. */
  readonly sources: SourceUnits;
  readonly project: ProjectView;
  readonly optionsOf: (note: string | undefined) => UnitOptions;
  /** What an earlier run of the same engine found of this file. */
  readonly earlier?: EarlierTarget | undefined;
}

/** What each unit of a target file is, by the files themselves and what the lock says of them. Pure. */
export function diffTarget(pair: FilePair, target: TargetFile, context: DiffContext): TargetDiff {
  const { locale } = target;
  const { syntax, path } = pair.source;
  const { facts, lockIsKnown, earlier, languages, project } = context;
  const standing = new StandingUnits(target.document?.units ?? []);
  const shown = target.document?.references;
  const pieces = target.document?.pieces;
  const ofTarget: UnitContext = {
    facts,
    lockIsKnown,
    rules: context.rules,
    path,
    locale,
    ofLocale: new LocaleFacts(locale),
    message: { syntax, ...languages },
    cuts: pieces && new FormerCuts(pieces, { facts, path, locale }),
    departed: (pair) => project.originOf(locale, pair),
  };
  const usual = context.optionsOf(undefined);
  const byKey = context.sources.expectedIn(languages.target).map((source) => {
    const current = standing.take(source);
    const { note } = source.expected.unit;
    const options = note === undefined ? usual : context.optionsOf(note);
    if (current === undefined && shown?.shows(source.expected.key) === true) {
      return shownByReference(source, { current, options });
    }
    return (
      unchangedUnit(earlier, source, { current, options, facts, lockIsKnown }) ??
      diffUnit(source, { current, options }, ofTarget)
    );
  });
  const { arrays } = pair.source.capabilities;
  const present = arrays ? (target.document?.units ?? []) : [];
  const found = findElements(byKey, present, { facts, locale, path });
  const units = hasMoved(found) ? byKey.map((unit) => byElement(unit, found, ofTarget)) : byKey;
  const uses = new ReferenceUses(pair.source.document, target.document, units);
  const obsolete: ObsoleteUnit[] = [];
  const kept: ObsoleteUnit[] = [];
  const extra: Unit[] = [];
  for (const unit of standing.left()) {
    const known = knownAs(unit, (key) => {
      const id = unitHash(path, key);
      return { unit, id, facts: knownTexts(facts.get(id), locale) };
    });
    if (known === undefined) {
      const cut = ofTarget.cuts?.find(unit);
      if (cut === undefined || isHuman(cut.origin)) extra.push(unit);
      else obsolete.push({ unit, id: unitHash(path, unit.key), facts: [cut] });
    } else if (uses.needs(unit)) kept.push(known);
    else obsolete.push({ ...known, ...uses.aliasesOf(unit) });
  }
  for (const [at, { source, current, options }] of units.entries()) {
    if (current !== undefined || !isEmptyContainer(source)) continue;
    const filled = filledContainer(source, extra);
    if (filled !== undefined) units[at] = diffUnit(source, { current: filled, options }, ofTarget);
  }
  const { dropped } = found;
  const result = { pair, target, units, obsolete, kept, dropped, extra };
  if (!arrays) return withProposals(result);
  const fitting = withoutBlocked(result);
  // What stands at an anchor is shown at its aliases too.
  if (shown !== undefined) return withProposals(fitting);
  const shifted = findShifted(fitting.units, fitting.obsolete, {
    locale,
    lockIsKnown,
    // An older lock may know a text for a source that it was kept beyond.
    hasSource: (hash) => !lockIsKnown || project.hasSource(locale, hash),
    isSought: (hash) => project.isSought(locale, hash),
  });
  if (!hasMoved(shifted)) return withProposals(fitting);
  const moved = fitting.units.map((unit) => byElement(unit, shifted, ofTarget));
  return withProposals({ ...fitting, units: moved });
}

/** True where texts belong elsewhere than their keys say. */
function hasMoved({ displaced, inPlace }: Rearrangement): boolean {
  return displaced.size + inPlace.size > 0;
}

/** With the units told that another kind of value leaves no room for; nothing is removed from such a file. */
function withoutBlocked(diff: TargetDiff): TargetDiff {
  const { target, units, obsolete, kept, extra } = diff;
  const staying = [...kept.map(({ unit }) => unit), ...extra];
  if (findBlocked(units, staying, target.path).size === 0) return diff;
  const blocked = findBlocked(
    units,
    [...staying, ...obsolete.map(({ unit }) => unit)],
    target.path,
  );
  return {
    ...diff,
    units: units.map((unit) => {
      const message = blocked.get(unit);
      return message === undefined ? unit : blockedUnit(unit, message);
    }),
    obsolete: [],
    kept: [...kept, ...obsolete],
  };
}

/** `{}`, `[]`, or a null that stands where a container may. */
function isEmptyContainer({ expected: { unit } }: SourceUnit): boolean {
  return unit.kind === 'raw' && /^(?:[{[]|null$|~?$)/i.test(unit.text);
}

/** A container that is empty in the source and holds what only the target has: it is there, and nothing is to be written. */
function filledContainer(
  { expected: { unit } }: SourceUnit,
  extra: readonly Unit[],
): Unit | undefined {
  const { key } = unit;
  const inside = extra.find(
    (one) => one.key.length > key.length && key.every((segment, i) => segment === one.key[i]),
  );
  return inside && { ...unit, range: inside.range };
}

/** What the lock says of a unit that the source has not, or not there; undefined where it says nothing. */
function knownAs(
  { key, formerKey, standsFor, text }: Unit,
  lookUp: (key: Key) => ObsoleteUnit,
): ObsoleteUnit | undefined {
  const former = formerKey === undefined ? undefined : lookUp(formerKey);
  // What stands beside the source's own cues is obsolete only if it is just what the lock knows.
  const isSure =
    standsFor !== undefined || former?.facts.some(({ hash }) => hash === targetHash(text));
  const candidates = [
    isSure === true ? former : undefined,
    lookUp(key),
    standsFor === undefined ? undefined : lookUp(standsFor),
  ];
  return candidates.find((one) => one !== undefined && one.facts.length > 0);
}
