import { COPIED, isHuman, targetHash, targetIn, unitHash } from '../../lock/index.js';
import type { Fact } from '../../lock/index.js';
import { isVacant, keyId } from '../../model/index.js';
import type {
  Capabilities,
  Key,
  RuleLevels,
  RuleName,
  Unit,
  Document,
  MessageSyntax,
  Use,
} from '../../model/index.js';
import { withEdgesOf, isOfMaps } from '../../text/index.js';
import type { ExpectedUnit, MessageContext } from '../../text/index.js';
import type { FilePair, TargetFile } from '../load/index.js';
import { baselineId, catalogId, knownTexts } from '../units/known-texts.js';
import { isRehearsed } from '../units/drift.js';
import { findingsIn, hasErrors, NO_FINDINGS } from '../units/findings.js';
import type { KnownFindings } from '../units/findings.js';
import { isInList } from '../units/list-keys.js';
import type { Project } from './match/departed.js';
import { RecutTexts } from './match/recut.js';
import type { UnitOptions } from '../units/options.js';
import { isAdopted, judged, UNSETTLED } from '../units/settling.js';
import type { Settling } from '../units/settled-findings.js';
import type { QuietState, SourceUnit } from '../units/source-units.js';
import { EmptyJudge } from './empty-texts.js';
import { TargetUnits } from './target-units.js';
import {
  BY_REFERENCE,
  isUnfilled,
  MISSING,
  stateOf,
  stateOfFormer,
  stateOfToday,
  withFlag,
} from './state.js';
import type {
  Arrival,
  Row,
  DroppedUnit,
  FileComparison,
  Finding,
  TextState,
} from '../units/row.js';
import { isOutdatedBeside } from '../units/beside.js';
import { pluralOf } from '../units/source-units.js';

export interface FileContext {
  readonly factsOf: (id: string) => readonly Fact[];
  /** Whether the lock has no facts at all. */
  readonly lockIsEmpty: boolean;
  /** False if the lock may be older than the files. */
  readonly lockIsKnown: boolean;
  readonly rules: RuleLevels;
  readonly message: MessageContext;
  readonly expected: readonly SourceUnit[];
  readonly project: Project;
  readonly strict: readonly RuleName[];
  /** Settled findings of the locale; undefined if there are none. */
  readonly settling: Settling | undefined;
  readonly optionsOf: (note: string | undefined) => UnitOptions;
  /** The remembered state of a unit, so that it need not be compared. */
  readonly stateOfQuiet: (source: SourceUnit) => QuietState | undefined;
  /** If the file holds only differences from another locale: that locale. */
  readonly fallback?: string | undefined;
  /** Whether a text is judged strictly, though the lock may know or settle it. Default: none. */
  readonly differs?: ((source: SourceUnit, current: Unit) => boolean) | undefined;
  /** What an engine that stays open found before. Default: nothing. */
  readonly known?: KnownFindings | undefined;
}

/** Whether users see the source text beside the target's: then an empty target is a gap. */
function showsSource({ bilingual, multilingual }: Capabilities): boolean {
  return bilingual || multilingual === true;
}

/**
 * The state of each unit of a target file, found by its own key from the files and the lock. Pure.
 */
export function compareFile(
  pair: FilePair,
  target: TargetFile,
  context: FileContext,
): FileComparison {
  const { message, rules, strict, settling, expected, stateOfQuiet } = context;
  const { document, locale } = target;
  let isAdopted: boolean | undefined;
  const empty = new EmptyJudge({
    mode: pair.catalog.empty,
    isBilingual: showsSource(pair.source.capabilities),
    isOverride: context.fallback !== undefined,
    document,
    expected,
    locale,
  });
  const at: Place = {
    ...context,
    path: pair.source.path,
    locale,
    flagsReview: pair.source.capabilities.flagsReview,
    empty,
    recut:
      document?.pieces &&
      new RecutTexts(document.pieces, { ...context, path: pair.source.path, locale }),
    isAdopted: () => (isAdopted ??= wasAdopted(pair, locale, context)),
  };
  const present = new TargetUnits(document?.units ?? []);
  const usual = context.optionsOf(undefined);
  const standIns = new StandIns(target, expected);
  const rows: Row[] = [];
  const quiet: QuietState[] = [];
  for (const source of expected) {
    const current = present.take(source);
    const known = stateOfQuiet(source);
    if (known !== undefined) {
      quiet.push(known);
      continue;
    }
    const { note } = source.expected;
    const options = note === undefined ? usual : context.optionsOf(note);
    if (current !== undefined) rows.push(compareUnit(source, { current, options }, at));
    else {
      const isShown =
        document !== undefined &&
        (document.references?.shows(source.expected.key) === true ||
          document.pieces?.shows(source.expected.key) === true ||
          standIns.serve(source));
      const state = isShown ? BY_REFERENCE : MISSING;
      rows.push({ source, current, options, state, findings: NO_FINDINGS });
    }
  }
  const others = sortOthers(present.left(), at, { pair, target });
  const hasShape = otherShapes(document, message.syntax, others.obsolete);
  const shaped = withOtherShapes(rows, hasShape);
  const looked = withSharedFlags(withFilled(shaped, others.extra, at));
  const said = { message, rules, strict, settling, options: usual };
  const decided = { empty: empty.decision, fallback: context.fallback };
  return { pair, target, ...said, ...decided, expected, rows: looked, quiet, ...others };
}

/**
 * Human plural forms that also serve for a form that the target leaves out. A machine-made form
 * does not: its other forms failed and are requested again.
 */
class StandIns {
  readonly #target: Pick<TargetFile, 'document' | 'locale'>;
  readonly #expected: readonly SourceUnit[];
  /** By `keyId`; built for the first missing form. */
  #sources: ReadonlyMap<string, SourceUnit> | undefined;
  #filled: ReadonlySet<string> | undefined;

  constructor(target: Pick<TargetFile, 'document' | 'locale'>, expected: readonly SourceUnit[]) {
    this.#target = target;
    this.#expected = expected;
  }

  /** Whether a person wrote the form that stands in for this one. */
  serve({ expected: { standIn } }: SourceUnit): boolean {
    if (standIn === undefined) return false;
    const { document, locale } = this.#target;
    this.#filled ??= new Set(
      document?.units.filter(({ text }) => text !== '').map(({ key }) => keyId(key)),
    );
    const id = keyId(standIn);
    if (!this.#filled.has(id)) return false;
    this.#sources ??= new Map(this.#expected.map((source) => [source.keyId, source]));
    const facts = this.#sources.get(id)?.facts;
    return knownTexts(facts, locale).every(({ origin }) => isHuman(origin));
  }
}

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

/**
 * The forms of a plural share one flag (gettext, Qt), which belongs to the forms that are not
 * accepted yet. If all are accepted, a person has set it again.
 */
function withSharedFlags(rows: readonly Row[]): readonly Row[] {
  const open = new Set<string>();
  for (const row of rows) {
    const { flag, unflagged } = row.state;
    const plural = pluralOf(row.source);
    if (flag === 'set' && unflagged === undefined && plural !== undefined) open.add(plural);
  }
  if (open.size === 0) return rows;
  return rows.map((unit) => {
    const { unflagged } = unit.state;
    if (unflagged === undefined || !open.has(pluralOf(unit.source) ?? '')) return unit;
    return { ...unit, state: unflagged };
  });
}

/** Texts that the target has in another shape are present. */
function withOtherShapes(
  rows: readonly Row[],
  hasShape: (expected: ExpectedUnit) => boolean,
): readonly Row[] {
  return rows.map((row) => {
    if (row.state !== MISSING || !hasShape(row.source.expected)) return row;
    return { ...row, state: BY_REFERENCE };
  });
}

/** Where a unit is, and what its text is compared with. */
interface Place extends FileContext {
  /** Path of the source file. */
  readonly path: string;
  readonly locale: string;
  /** Whether the file format can flag texts for review. */
  readonly flagsReview: Capabilities['flagsReview'];
  readonly empty: EmptyJudge;
  /** For targets whose texts are split like their source. */
  readonly recut: RecutTexts | undefined;
  /** Whether the file's texts were adopted earlier: what the lock does not know came later. */
  readonly isAdopted: () => boolean;
}

/** Whether the lock has a fact about a catalog or about any text of a file in a locale. */
function wasAdopted(
  { catalog, source }: FilePair,
  locale: string,
  { factsOf, lockIsEmpty, expected }: FileContext,
): boolean {
  if (lockIsEmpty) return false;
  const has = (facts: readonly Fact[]): boolean =>
    facts.some((fact) => targetIn(fact, locale) !== undefined);
  if (has(factsOf(catalogId(catalog)))) return true;
  return expected.some(
    (unit) => has(unit.facts) || has(factsOf(baselineId(source.path, unit.expected.key))),
  );
}

type Current = Pick<Row, 'options'> & { readonly current: Unit };

function compareUnit(source: SourceUnit, { current, options }: Current, at: Place): Row {
  const byKey = stateOf(withFormer(source, current, at), current, at);
  if (isUnfilled(current, source.expected)) {
    // No rule has findings for it, and it belongs to no other unit.
    const { expected } = source;
    const state = source.copied ? copyState(expected, current, byKey) : byKey;
    return { source, current, options, state, findings: NO_FINDINGS };
  }
  const found =
    recutState(byKey, { source, current, at }) ??
    formerState(byKey, { source, current, at }) ??
    departedState(byKey, { source, current, at });
  const state = withFlag(sinceAdoption(found, { source, current, at }), current, at.flagsReview);
  return withFindings({ source, current, options, state, findings: NO_FINDINGS }, at);
}

interface Text {
  readonly source: SourceUnit;
  readonly current: Unit;
  readonly at: Place;
}

/**
 * The state of a text whose parts the lock knows as parts of other units: its source has changed.
 */
function recutState(state: TextState, { source, current, at }: Text): TextState | undefined {
  if (state.isKnown || state.status === 'missing' || source.copied) return undefined;
  const recut = at.recut?.find(current);
  return recut && { ...stateOfFormer(recut.origin), recut };
}

/** Whether a person may have changed the text. */
function mayChange({ copied, expected }: SourceUnit): boolean {
  return !copied || expected.unit.adaptable === true;
}

/**
 * The state of a text that the lock has elsewhere in its file, for a source that has since been
 * edited.
 */
function formerState(state: TextState, { source, current, at }: Text): TextState | undefined {
  const { formerKey, text } = current;
  if (state.isKnown || !mayChange(source) || formerKey === undefined) return undefined;
  const hash = targetHash(text);
  const known = knownTexts(at.factsOf(unitHash(at.path, formerKey)), at.locale);
  const former = known.filter((one) => one.hash === hash);
  const [first] = former;
  return first && { ...stateOfFormer(first.origin), former };
}

/** The state by the lock's facts of an earlier file or key, if the text moved with a rename. */
function departedState(state: TextState, { source, current, at }: Text): TextState {
  if (state.isKnown || source.copied || !mayHaveCome(state, current, source.expected)) return state;
  const pair = { source: source.sourceHash, hash: targetHash(current.text) };
  const origin = at.project.originOf(pair);
  return origin === undefined ? state : stateOfToday(origin);
}

/**
 * The state of a text that the lock does not know. It is older than the lock if its file was not
 * adopted yet, or a baseline has it; otherwise a person wrote it since.
 */
function sinceAdoption(state: TextState, { source, current, at }: Text): TextState {
  if (state.isKnown || state.status !== 'current' || source.copied) return state;
  if (!at.isAdopted()) return state;
  const hash = targetHash(current.text);
  const known = knownTexts(at.factsOf(baselineId(at.path, source.expected.key)), at.locale);
  const isOfBaseline = known.some((one) => one.source === source.sourceHash && one.hash === hash);
  return isOfBaseline ? state : { ...state, status: 'edited' };
}

function mayHaveCome({ status }: TextState, current: Unit, expected: ExpectedUnit): boolean {
  if (status === 'current' || (status === 'edited' && isInList(expected.key))) return true;
  if (status !== 'review' || current.incomplete === true) return false;
  return !isOutdatedBeside(current, expected);
}

/** Uses the lock's facts of the unit's former key if they are for this text and today's source. */
function withFormer(
  source: SourceUnit,
  { formerKey, text }: Unit,
  { factsOf, path, locale }: Place,
): Pick<SourceUnit, 'expected' | 'sourceHash' | 'facts'> {
  if (formerKey === undefined) return source;
  const former = factsOf(unitHash(path, formerKey));
  const hash = targetHash(text);
  const isSame = (fact: Fact): boolean =>
    fact.source === source.sourceHash && targetIn(fact, locale)?.hash === hash;
  const same = former.filter(isSame);
  if (same.length === 0) return source;
  const { expected, sourceHash } = source;
  return { expected, sourceHash, facts: [...source.facts, ...same] };
}

/** Adds the rules' findings for the text, which may make it invalid. */
function withFindings(found: Row, at: Place): Row {
  const { source, current, state } = found;
  if (current === undefined) return found;
  const isNew = at.differs?.(source, current) === true;
  const row: Row = isNew ? { ...found, isNew } : found;
  if (source.copied) return { ...row, state: copyState(source.expected, current, state) };
  // Text copied while its unit was excluded must be translated now.
  if (state.status === 'current' && state.origin === COPIED) {
    return { ...row, state: { ...state, status: 'stale' } };
  }
  if (state.status === 'missing' || state.status === 'stale') return row;
  // Nor is a pseudo-translation a translation, whoever kept it.
  if (isRehearsed(row, current.text)) {
    return { ...row, state: { ...state, status: 'stale' } };
  }
  const raw = at.known?.of(row, current, at) ?? findingsIn(row, current.text, at);
  const text = { source, text: current.text, isAdopted: !isNew && isAdopted(state) };
  const findings = raw.length === 0 ? raw : judged(raw, text, isNew ? UNSETTLED : at);
  const arrival = withNewEdges(row, findings, at);
  if (arrival !== undefined) return { ...row, state: { ...state, status: 'stale', arrival } };
  if (raw.length === 0) return row;
  const isText = state.status === 'current' || state.status === 'edited';
  const isInvalid = isText && hasErrors(findings);
  return { ...row, findings, state: isInvalid ? { ...state, status: 'invalid' } : state };
}

/**
 * If only the white space at the ends of a source changed, machine text gets it without being
 * translated again.
 */
function withNewEdges(
  { source, current, state: { status, origin } }: Row,
  findings: readonly Finding[],
  { rules, message }: FileContext,
): Arrival | undefined {
  if (current === undefined || status !== 'current' || origin === undefined || isHuman(origin))
    return undefined;
  const isSettled = findings.some(
    ({ code, level }) => code === 'surrounding-space' && level === 'settled',
  );
  if (isSettled || rules['surrounding-space'] === 'off') return undefined;
  const text = withEdgesOf(source.expected.text, current.text, message);
  if (text === current.text) return undefined;
  return { unit: { ...current, text }, path: undefined, origin };
}

/**
 * Copied values have no review: a copy of ours follows the source, and any other value is left
 * alone.
 */
function copyState(expected: ExpectedUnit, current: Unit, state: TextState): TextState {
  if (expected.unit.adaptable === true) return adaptableState(expected, current, state);
  const isStale = state.status === 'stale';
  const isOpen = state.status === 'missing' && isUnfilled(current, expected);
  const status = isOpen ? 'missing' : isStale ? 'stale' : 'current';
  return { ...state, status };
}

/**
 * A value equal to the source is ours, whoever wrote it. Any other value is a person's and can be
 * in review.
 */
function adaptableState({ text }: ExpectedUnit, current: Unit, state: TextState): TextState {
  if (current.text === text) return { ...state, status: 'current', origin: COPIED };
  const { status } = state;
  return status === 'stale' || status === 'review'
    ? { ...state, mayPropose: false }
    : { ...state, status: 'current' };
}

/**
 * Sorts units that the source does not have into those to remove, those still needed, and the
 * target's own.
 */
function sortOthers(
  left: readonly Unit[],
  at: Place,
  { pair, target }: Pick<FileComparison, 'pair' | 'target'>,
): Pick<FileComparison, 'obsolete' | 'kept' | 'extra'> {
  const obsolete: DroppedUnit[] = [];
  const kept: DroppedUnit[] = [];
  const extra: Unit[] = [];
  if (left.length === 0) return { obsolete, kept, extra };
  const files = { source: pair.source.document, target: target.document, expected: at.expected };
  const uses = new ReferenceUses(files);
  for (const unit of left) {
    const known = knownAs(unit, at) ?? recutPart(unit, at);
    if (known === undefined) extra.push(unit);
    else if (uses.needs(unit) || staysAnyway(unit, pair)) kept.push(known);
    else obsolete.push({ ...withoutEmpty(known, at), ...uses.aliasesOf(unit) });
  }
  return { obsolete, kept, extra };
}

interface References {
  readonly source: Document;
  readonly target: Document | undefined;
  readonly expected: readonly SourceUnit[];
}

/** Finds dropped units that references (YAML aliases) still show at keys of the source. */
class ReferenceUses {
  readonly #files: References;
  #keys: ReadonlySet<string> | undefined;

  constructor(files: References) {
    this.#files = files;
  }

  /**
   * Whether removing the unit would remove a text that the source has, at the unit's own key or
   * inside a larger value.
   */
  needs(unit: Unit): boolean {
    if (this.#files.source.references?.shows(unit.key) === true) return true;
    return this.#usesOf(unit).some(({ isAlias }) => !isAlias);
  }

  /** Aliases that can take over the unit's text. */
  aliasesOf(unit: Unit): { readonly aliases?: readonly Key[] } {
    const aliases = this.#usesOf(unit).map(({ key }) => key);
    return aliases.length === 0 ? {} : { aliases };
  }

  #usesOf(unit: Unit): readonly Use[] {
    const references = this.#files.target?.references;
    if (references === undefined) return [];
    return references
      .usesOf(unit.key)
      .filter(({ key }) => references.shows(key) && this.#sourceHas(key));
  }

  #sourceHas(key: Key): boolean {
    const { expected, source } = this.#files;
    this.#keys ??= new Set(expected.map((unit) => unit.keyId));
    return this.#keys.has(keyId(key)) || source.references?.shows(key) === true;
  }
}

/**
 * List items left over at the end are removed even with `remove: false`, because their keys are
 * only positions.
 */
function staysAnyway({ key }: Unit, { catalog }: FilePair): boolean {
  return catalog.remove === false && !isInList(key);
}

/** An empty text that counts as missing is not archived. */
function withoutEmpty(known: DroppedUnit, { empty }: Place): DroppedUnit {
  const { kind, text } = known.unit;
  const goes = kind === 'text' && text === '' && empty.isOpen(known.unit);
  return goes ? { ...known, facts: [] } : known;
}

/**
 * The lock's facts of a unit that the source lacks, or has elsewhere; undefined if there are none.
 */
function knownAs(unit: Unit, { factsOf, path, locale }: Place): DroppedUnit | undefined {
  const { key, formerKey, standsFor, text } = unit;
  const lookUp = (one: Key | undefined): DroppedUnit | undefined => {
    if (one === undefined) return undefined;
    const id = unitHash(path, one);
    return { unit, id, facts: knownTexts(factsOf(id), locale) };
  };
  const former = lookUp(formerKey);
  // A cue beside those of the source is obsolete only if its text is exactly one in the lock.
  const isSure =
    standsFor !== undefined || former?.facts.some(({ hash }) => hash === targetHash(text)) === true;
  const candidates = [isSure ? former : undefined, lookUp(key), lookUp(standsFor)];
  return candidates.find((one) => one !== undefined && one.facts.length > 0);
}

/** Machine text that was cut from other texts. */
function recutPart(unit: Unit, { recut, path }: Place): DroppedUnit | undefined {
  const found = recut?.find(unit);
  if (found === undefined || isHuman(found.origin)) return undefined;
  return { unit, id: unitHash(path, unit.key), facts: [found] };
}

/**
 * If a container is empty in the source and filled only in the target, it is present and nothing is
 * written.
 */
function withFilled(rows: readonly Row[], extra: readonly Unit[], at: Place): readonly Row[] {
  if (extra.length === 0) return rows;
  return rows.map((row) => {
    const { source, current, options } = row;
    const filled = current === undefined ? filledContainer(source, extra) : undefined;
    return filled === undefined ? row : compareUnit(source, { current: filled, options }, at);
  });
}

function filledContainer(
  { expected: { unit } }: SourceUnit,
  extra: readonly Unit[],
): Unit | undefined {
  // `{}`, `[]`, or a null in place of a container.
  if (unit.kind !== 'raw' || !/^(?:[{[]|null$|~?$)/i.test(unit.text)) return undefined;
  const { key } = unit;
  const inside = extra.find(
    (one) => one.key.length > key.length && key.every((segment, i) => segment === one.key[i]),
  );
  return inside && { ...unit, range: inside.range };
}
