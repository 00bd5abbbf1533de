import { ADOPTED, EDITED, isHuman, REVIEW } from '../../lock/index.js';
import type { ArchivedText, ArchivedTexts } from '../../lock/index.js';
import { isSound } from '../../text/index.js';
import { findingsIn, hasErrors, messageOf, NO_FINDINGS } from '../units/findings.js';
import type {
  DecidedRow,
  Decision,
  FileComparison,
  KnownTranslation,
  LocaleComparison,
  Row,
  DroppedUnit,
} from '../units/row.js';
import { decidedRows } from '../units/decided.js';
import { judged } from '../units/settling.js';
import { decide } from './decide.js';
import type { DecisionContext } from './decide.js';
import { Leverage } from './leverage.js';
import { keyId } from '../../model/index.js';
import type { Key, Unit } from '../../model/index.js';
import { highest, likeness } from '../units/likeness.js';
import { isInList } from '../units/list-keys.js';
import { keyMatcher } from '../units/key-glob.js';
import type { SourceUnit } from '../units/source-units.js';
import { factsOfPerson } from '../units/known-texts.js';
import { originElsewhere } from '../units/other-use.js';
import { similarIn } from './similar.js';

/** Decides what is done with each row of a locale, and which texts of the repository are used again. */
export function decideLocale(
  { files, loose, archived, inGit }: LocaleComparison,
  context: DecisionContext,
): void {
  for (const file of files) decideFile(file, context);
  const wanting = files.flatMap((file) => decidedRows(file).filter(mayReuse));
  if (wanting.length === 0) return;
  const leverage = new Leverage(wanting);
  for (const file of files) leverage.addFile(file);
  for (const one of loose) leverage.addLoose(one);
  for (const file of files) {
    const reworded = rewordedIn(file);
    // Always true in a first run.
    const hasNone = leverage.isEmpty && archived === undefined && inGit === undefined;
    if (hasNone && reworded.size === 0) continue;
    const mayFill = fillableIn(file);
    const find: Find = (row) => {
      const own = inGit?.get(row);
      if (own !== undefined) return own;
      const found = leverage.find(row, file.target.path);
      const isFree = found === undefined || mayFill(row.source, found);
      return isFree ? found : leverage.findLast(row, file.target.path);
    };
    const sources = { find, mayFill, leverage, archived, reworded, files };
    for (const row of decidedRows(file)) if (mayReuse(row)) reuse(row, sources);
  }
}

function decideFile(file: FileComparison, context: DecisionContext): void {
  for (const row of file.rows) {
    const wanted = decide(row, context);
    if (wanted === undefined) {
      // Of an earlier plan.
      if (row.decision !== undefined) row.decision = undefined;
      continue;
    }
    const { do: action, known } = wanted;
    row.decision = {
      file,
      do: action,
      message: messageOf(file.message, row.source.expected),
      known,
      reuse: action === 'move' ? originOfMoved(known) : undefined,
      findings: known === undefined ? NO_FINDINGS : findingsOfKnown(row, known, file),
    };
  }
}

function originOfMoved(known: KnownTranslation | undefined): 'repository' | 'archive' {
  return known?.archived === undefined ? 'repository' : 'archive';
}

/** Findings for a text that is moved, used again or accepted, as the next run has them. */
function findingsOfKnown(
  row: Row,
  { text, origin }: KnownTranslation,
  file: FileComparison,
): Decision['findings'] {
  const { source } = row;
  if (source.copied) return NO_FINDINGS;
  const raw = findingsIn(row, text, file);
  return judged(raw, { source, text, isAdopted: origin === ADOPTED }, file);
}

/** Whether existing texts may be used: not for a text that is to be translated again. */
function mayReuse({ decision, state }: DecidedRow): boolean {
  const { do: action } = decision;
  const isProposal = action === 'propose' || action === 'recall';
  return action === 'translate' || (isProposal && state.status === 'review');
}

type Find = (row: Row) => KnownTranslation | undefined;

interface Sources {
  readonly find: Find;
  readonly mayFill: MayFill;
  readonly leverage: Leverage;
  readonly archived: LocaleComparison['archived'];
  readonly reworded: ReturnType<typeof rewordedIn>;
  /** All files of the locale. */
  readonly files: readonly FileComparison[];
}

/** Uses a text of the repository for today's source if there is one. */
function reuse(row: DecidedRow, sources: Sources): void {
  const { decision } = row;
  const found = sources.find(row);
  if (found === undefined || !isHuman(found.origin)) {
    const kept = decision.do === 'translate' ? fromPeople(row, found, sources) : undefined;
    if (kept !== undefined) {
      decision.known = kept;
      decision.reuse = originOfMoved(kept);
      decision.findings = findingsOfKnown(row, kept, decision.file);
      return;
    }
  }
  if (found !== undefined) useFound(row, found, sources);
}

/** A human text from the archive, or from the same place under another key. */
function fromPeople(
  row: DecidedRow,
  found: KnownTranslation | undefined,
  { archived, mayFill, reworded, files }: Sources,
): KnownTranslation | undefined {
  const known = archived && findArchived(row, archived, { mayFill, files });
  // If another key has the new source text too, the meaning has changed.
  if (known !== undefined || found !== undefined) return known;
  const moved = reworded.get(row);
  const { text } = row.source.expected;
  if (moved === undefined || isSound(text, moved.text, row.decision.message) !== undefined)
    return undefined;
  return { text: moved.text, origin: REVIEW, moved };
}

/**
 * An archived human text for a row whose own key and source have none: the translation of the same
 * source at another key, or else, for review, the key's translation of another source. Only if it
 * is sound for today's source.
 */
function findArchived(
  row: DecidedRow,
  archived: ArchivedTexts,
  { mayFill, files }: Pick<Sources, 'mayFill' | 'files'>,
): KnownTranslation | undefined {
  const { source, state, decision } = row;
  const { file, message } = decision;
  const { key, text } = source.expected;
  const isFit = (one: ArchivedText): boolean => isSound(text, one.text, message) === undefined;
  const path = file.pair.source.path;
  const translation = isTelling(row, mayFill)
    ? highest(archived.ofSource(source.sourceHash).filter(isFit), (one) =>
        isOfForm(one, row) ? 1 + likeness(one.key, key) : -1,
      )
    : undefined;
  if (translation !== undefined) {
    const from = files.find(({ pair }) => pair.source.path === translation.path);
    const made = { unit: source.expected.unit, options: from?.options };
    const origin = originElsewhere(ADOPTED, made, row);
    return { text: translation.text, origin, archived: translation };
  }
  // Where keys are positions, the current position says nothing about the archived one.
  const isPlace = file.pair.source.capabilities.keysArePlaces === true || isInList(key);
  if (state.status !== 'missing' || isPlace) return undefined;
  const former = archived.atKey(path, key).find(isFit);
  return former && { text: former.text, origin: REVIEW, archived: former };
}

/**
 * Whether a text of another key can be used: not if it may be another word there, nor if the unit
 * has a note, because the archive does not store notes.
 */
function isTelling({ source }: DecidedRow, mayFill: MayFill): boolean {
  return source.expected.note === undefined && mayFill(source, { origin: ADOPTED });
}

/** Whether it has the same plural form and file format, and is reviewed. */
function isOfForm(one: ArchivedText, { source, decision }: DecidedRow): boolean {
  if (one.origin === REVIEW) return false;
  const { plural, key } = source.expected;
  const { path, capabilities } = decision.file.pair.source;
  if (endingOf(one.path) !== endingOf(path)) return false;
  // The same text under another key of texts is one with another context.
  if (capabilities.keysAreTexts === true && keyId(one.key) !== keyId(key)) return false;
  return formOf(one.key) === (plural?.category ?? formOf(key));
}

/** The plural form in a key: `one` of `files_one` and of `files.one`. */
function formOf(key: Key): string {
  const name = key[key.length - 1] ?? '';
  return /(?:^|_)(zero|one|two|few|many|other)$/.exec(name)?.[1] ?? '';
}

function endingOf(path: string): string {
  return path.slice(path.lastIndexOf('.'));
}

function useFound(row: DecidedRow, found: KnownTranslation, { leverage }: Sources): void {
  const { source, decision } = row;
  const { file, message } = decision;
  const { text, origin, moved } = found;
  const problem = isSound(source.expected.text, text, message);
  // A text comes to a new place like any answer: adopted is only what was there before.
  const isUnsound =
    (problem !== undefined && problem.mild !== true) ||
    hasErrors(findingsOfKnown(row, { text, origin: EDITED }, file));
  const isProposal = decision.do !== 'translate';
  if (isUnsound && (isProposal || !leverage.isLast(found))) return;
  const known = { text, origin };
  decision.known = known;
  decision.reuse = 'repository';
  if (isProposal) return;
  leverage.take(found);
  if (moved !== undefined) decision.known = { ...known, moved };
  decision.findings = findingsOfKnown(row, known, file);
}

/** Placeholders and tags, whose letters do not count. */
const MARKS = /%\{[^}]*\}|\$?\{\{?[^{}]*\}?\}|<[^<>]*>|%(?:\d+\$)?[-+#.\d]*[a-z@]/gi;

/** Scripts in which a character is a syllable or a word. */
const BROAD = /[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Hangul}]/u;

/**
 * Whether a source text means the same everywhere: it has at least three letters, or two characters
 * of Chinese, Japanese or Korean. Shorter texts ("h", "No", ", ") may mean something else at each
 * key.
 */
export function saysEnough(text: string): boolean {
  const letters = text.replace(MARKS, ' ').match(/\p{L}/gu) ?? [];
  if (letters.length >= 3) return true;
  return letters.length === 2 && letters.some((letter) => BROAD.test(letter));
}

type MayFill = (source: SourceUnit, found: Pick<KnownTranslation, 'origin'>) => boolean;

/**
 * Which units of a file may reuse translations of their source from elsewhere. Machine text is
 * allowed for short sources too: the service would return the same.
 */
function fillableIn({ pair }: FileComparison): MayFill {
  const isExcluded = keyMatcher(pair.catalog.reuseExcluded);
  return ({ expected }, { origin }) =>
    !isExcluded(expected.key) && (!isHuman(origin) || saysEnough(expected.text));
}

/**
 * Finds keys that were renamed and reworded at once: in a container, one key is gone and one is new
 * between the same neighbours. In doubt a key counts as new. Returns the old key's human text by
 * new unit.
 */
export function rewordedIn(file: FileComparison): ReadonlyMap<Row, Unit> {
  const { target, expected, rows, obsolete } = file;
  const found = new Map<Row, Unit>();
  if (obsolete.length === 0 || target.document === undefined) return found;
  if (file.pair.source.capabilities.keysAreTexts === true) return similarIn(file);
  const gone = onePerContainer(obsolete, ({ unit }) => unit.key);
  if (gone.size === 0) return found;
  const added = onePerContainer(rows.filter(isNew), ({ source }) => source.expected.key);
  const before = neighborsOf(target.document.units.map(({ key }) => key));
  const now = neighborsOf(expected.map((source) => source.expected.key));
  for (const [container, unit] of added) {
    const dropped = gone.get(container);
    if (dropped === undefined || !isMovable(dropped, unit)) continue;
    const own = before.get(keyId(dropped.unit.key));
    // A key without neighbours has no identifiable place.
    if (own === undefined || own.endsWith('\n\n') || own !== now.get(unit.source.keyId)) continue;
    found.set(unit, dropped.unit);
  }
  return found;
}

function isNew({ state, source }: Row): boolean {
  return state.status === 'missing' && source.facts.length === 0;
}

function isMovable({ unit, facts }: DroppedUnit, { source, state }: Row): boolean {
  if (source.copied || source.expected.plural !== undefined) return false;
  if (state.arrival !== undefined || state.place !== 'own' || isInList(unit.key)) return false;
  if (unit.incomplete === true || unit.standsFor !== undefined) return false;
  return factsOfPerson(unit, facts).length > 0;
}

/** The only element of each container, by container. */
function onePerContainer<T>(all: readonly T[], keyOf: (one: T) => Key): ReadonlyMap<string, T> {
  const found = new Map<string, T | undefined>();
  for (const one of all) {
    const container = containerOf(keyOf(one));
    found.set(container, found.has(container) ? undefined : one);
  }
  const alone = new Map<string, T>();
  for (const [container, one] of found) if (one !== undefined) alone.set(container, one);
  return alone;
}

/**
 * The neighbours of each key in its container, by `keyId`; the string ends in '\n\n' if there are
 * none.
 */
function neighborsOf(keys: readonly Key[]): ReadonlyMap<string, string> {
  const containers = new Map<string, Key[]>();
  for (const key of keys) {
    const container = containerOf(key);
    const members = containers.get(container);
    if (members === undefined) containers.set(container, [key]);
    else members.push(key);
  }
  const found = new Map<string, string>();
  for (const [container, members] of containers) {
    for (const [at, key] of members.entries()) {
      const beside = [members[at - 1], members[at + 1]].map((one) =>
        one === undefined ? '' : keyId(one),
      );
      found.set(keyId(key), [container, ...beside].join('\n'));
    }
  }
  return found;
}

function containerOf(key: Key): string {
  return `${key.length}\n${keyId(key.slice(0, -1))}`;
}
