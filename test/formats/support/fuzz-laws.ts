import { EditError, keyId } from '../../../src/model/index.js';
import type { Codec, Document, Edit, Key, ParseOptions, Unit } from '../../../src/model/index.js';
import type { Random } from './damage.js';
import { ORACLES } from './oracles.js';

/** Words that every format can write, and that have no special meaning in any. */
const [TEXT, OTHER] = ['Plain words.', 'Others.'] as const;
/** The locale of new target files. */
const TARGET = { locale: 'de', language: 'de' } as const;

/** A parsed file and some of its units; two of them may be the same. */
interface Subject {
  readonly codec: Codec;
  readonly document: Document;
  /** Options used for reading the file and for reading the results. */
  readonly options: ParseOptions;
  readonly unit: Unit;
  readonly other: Unit;
  /** A random selection. */
  readonly some: readonly Unit[];
}

/** Untried: the codec refuses such an edit, or the law does not apply to such a file. */
type Verdict = 'kept' | 'untried' | { readonly broken: string };

/**
 * The laws for edits of a readable file, however damaged it is. An edit that a codec refuses with
 * an `EditError` breaks no law.
 */
export const LAWS = {
  'one edit is one value': setIsOneValue,
  'bytes outside of the value stay': setIsLocal,
  'a parser of another make sees just that': anotherParserAgrees,
  'the order of edits is of no matter': orderIsOfNoMatter,
  'a new key that is removed again was never there': newKeyLeavesNoTrace,
  'a new target is its source with other values': newTargetIsItsSource,
  'a unit that a target gets and loses was never there': insertLeavesNoTrace,
  'many units that a target loses come back together': manyComeBack,
} satisfies Readonly<Record<string, (subject: Subject) => Verdict>>;

export type Law = keyof typeof LAWS;

/** Tries every law on units drawn from a file. */
export function verdicts(
  codec: Codec,
  { document, options, random }: Pick<Subject, 'document' | 'options'> & { random: Random },
): readonly (readonly [Law, Verdict])[] {
  const units = document.units.filter(
    (unit) => isForPeople(unit) && !isTemplate(codec, options, unit),
  );
  const draw = (): Unit | undefined => units[random(units.length)];
  const [unit, other] = [draw(), draw()];
  if (unit === undefined || other === undefined) return [];
  const some = units.filter(() => random(2) === 0);
  const subject = { codec, document, options, unit, other, some };
  return Object.entries(LAWS).map(([law, holds]) => [law as Law, holds(subject)] as const);
}

function isForPeople({ kind, translate }: Unit): boolean {
  return kind === 'text' && translate !== false;
}

/** The forms of a bilingual source follow its texts only while it has no translations. */
function isTemplate({ capabilities }: Codec, { role }: ParseOptions, { plural }: Unit): boolean {
  return capabilities.bilingual && role !== 'target' && plural !== undefined;
}

function setIsOneValue({ codec, document, options, unit }: Subject): Verdict {
  const text = textFor(unit, TEXT);
  const edited = editOrRefusal(codec, document, [{ op: 'set', key: unit.key, text }]);
  if (edited === undefined) return 'untried';
  const expected = textsOf(document).set(keyId(unit.key), text);
  const after = readAgain(codec, edited, { document, options });
  const actual = textsOf(after);
  for (const id of renamedForms(codec, document, after))
    [actual, expected].forEach((texts) => texts.delete(id));
  return same(actual, expected);
}

/** Exceptions: a state that the file keeps for the text, and a sentence over several cues. */
function setIsLocal({ codec, document, unit }: Subject): Verdict {
  if (codec.capabilities.bilingual || codec.capabilities.multilingual) return 'untried';
  const edit: Edit = { op: 'set', key: unit.key, text: textFor(unit, TEXT) };
  const edited = editOrRefusal(codec, document, [edit]);
  if (edited === undefined) return 'untried';
  const head = document.text.slice(0, unit.range.start);
  const tail = document.text.slice(unit.range.end);
  if (edited.startsWith(head) && edited.endsWith(tail)) return 'kept';
  return { broken: `set ${keyId(unit.key)} gives ${JSON.stringify(edited)}` };
}

/** All other values of the independent parser stay the same, and the changed ones are the text. */
function anotherParserAgrees({ codec, document, options, unit }: Subject): Verdict {
  const oracle = ORACLES[codec.name];
  const before = readOrRefusal(() => oracle?.read(document.text, options));
  const text = textFor(unit, TEXT);
  const edited = editOrRefusal(codec, document, [{ op: 'set', key: unit.key, text }]);
  if (oracle === undefined || before === undefined || edited === undefined) return 'untried';
  const after = readOrRefusal(() => oracle.read(edited, options, document.text));
  if (after === undefined) return { broken: `set ${keyId(unit.key)}: it cannot be read any more` };
  // Forms of a plural are added and removed together with the first, empty.
  const changed = [...after.keys()].filter((id) => (before.get(id) ?? '') !== after.get(id));
  const gone = [...before].filter(([id, value]) => value !== '' && !after.has(id));
  const values = changed.map((id) => after.get(id) ?? '');
  const { has = hasValue, shows = areAll } = oracle;
  // The other parser sees another value, and the format does not define who is right.
  if (!has([...before.values()], unit.text)) return 'untried';
  if (gone.length === 0 && (values.length === 0 || shows(values, text))) return 'kept';
  return { broken: `set ${keyId(unit.key)}: ${JSON.stringify({ gone, changed, values })}` };
}

function hasValue(values: readonly string[], text: string): boolean {
  return values.includes(text);
}

function areAll(values: readonly string[], text: string): boolean {
  return values.every((value) => value === text);
}

function orderIsOfNoMatter({ codec, document, unit, other }: Subject): Verdict {
  const edits: Edit[] = [{ op: 'set', key: unit.key, text: textFor(unit, TEXT) }];
  if (other !== unit) edits.push({ op: 'set', key: other.key, text: textFor(other, OTHER) });
  const edited = editOrRefusal(codec, document, edits);
  if (edited === undefined) return 'untried';
  if (edited === editOrRefusal(codec, document, edits.toReversed())) return 'kept';
  return { broken: edits.map(({ key }) => keyId(key)).join(', ') };
}

/** Inserts a unit beside an existing one. Not for formats in which the source decides. */
function newKeyLeavesNoTrace({ codec, document, options, unit }: Subject): Verdict {
  const { sourceDecides, bilingual, multilingual } = codec.capabilities;
  if (sourceDecides || bilingual || options.role === 'target') return 'untried';
  // Below a key of a multilingual file are its variants.
  if (multilingual === true && unit.key.length > 1) return 'untried';
  // List elements have positions instead of names, and plurals have fixed forms.
  if (/^\d+$/.test(unit.key.at(-1) ?? '') || unit.plural !== undefined) return 'untried';
  // Beside a member that is not a note, `description` is a text too (messages of web extensions).
  if (unit.key.at(-1) === 'message') return 'untried';
  const key = [...unit.key.slice(0, -1), 'brandnewkey'];
  if (document.units.some((one) => keyId(one.key).startsWith(keyId(key)))) return 'untried';
  const insert: Edit = { op: 'insert', key, text: TEXT, after: unit.key };
  const expected = textsOf(document).set(keyId(key), TEXT);
  const round = { codec, document, options, insert };
  const { verdict, more, less } = comesAndGoes(round, expected);
  if (less === undefined) return verdict;
  const { text, newline } = document;
  // A last line without a line end may keep the one that was added.
  if ([text, `${text}\n`, text + newline].includes(less)) return 'kept';
  const isShared = /[([{]/.test(/[^\r\n]*$/.exec(text.slice(0, unit.range.start))?.[0] ?? '');
  const isMessy = isShared || !isTidy(text) || !/^["']?[,;)]?$/.test(restOfLine(text, unit));
  const isAlike = withoutSpace(less) === withoutSpace(text);
  const isSpread = linesIn(less) > linesIn(text);
  return isAlike && (isMessy || !isSpread) ? 'kept' : broken(round, more, less);
}

/**
 * Whether a file has one kind of line ends and no blanks before them. Other files show no
 * consistent style.
 */
function isTidy(text: string): boolean {
  return new Set(text.match(/\r\n|\n|\r/g)).size < 2 && !/[ \t](?=[\r\n]|$)/.test(text);
}

function restOfLine(text: string, { range }: Unit): string {
  return /^(?:\s*<\/[\w-]*>)?[^\r\n]*/.exec(text.slice(range.end))?.[0] ?? '';
}

function withoutSpace(text: string): string {
  // An emptied container may be written on one line or several.
  return text.replace(/\s+/g, '').replaceAll('{}', '');
}

function newTargetIsItsSource({ codec, document, options }: Subject): Verdict {
  const target = targetOf(codec, document, options);
  if (target === undefined) return 'untried';
  const expected = textsOf(document);
  for (const unit of document.units.filter(isForPeople))
    expected.set(keyId(unit.key), textFor(unit, TEXT));
  const actual = textsOf(target);
  // A target contains the untranslated units and the plural forms, as far as its format copies
  // them.
  const copied = [...document.units, ...target.units].filter(
    (unit) => !isForPeople(unit) || unit.plural !== undefined,
  );
  const renamed = renamedForms(codec, document, target);
  for (const id of copied.map(({ key }) => keyId(key))) {
    if (renamed.has(id) || !actual.get(id) || !expected.has(id))
      [actual, expected].forEach((texts) => texts.delete(id));
  }
  return same(actual, expected);
}

/**
 * Forms of plurals that an edit gives missing forms: if a file has plurals with different numbers
 * of forms, each number has its own names.
 */
function renamedForms(codec: Codec, before: Document, after: Document): ReadonlySet<string> {
  const renamed = new Set<string>();
  if (!codec.capabilities.bilingual) return renamed;
  const [old, now] = [formsIn(before), formsIn(after)];
  for (const { key, plural } of [...before.units, ...after.units]) {
    const parent = parentOf(key);
    if (plural !== undefined && old.get(parent) !== now.get(parent)) renamed.add(keyId(key));
  }
  return renamed;
}

/** The names of the forms of each plural in a file. */
function formsIn({ units }: Document): ReadonlyMap<string, string> {
  const forms = new Map<string, string>();
  for (const { key, plural } of units) {
    if (plural === undefined) continue;
    const parent = parentOf(key);
    forms.set(parent, `${forms.get(parent) ?? ''} ${plural}`);
  }
  return forms;
}

function parentOf(key: Key): string {
  return keyId(key.slice(0, -1));
}

/**
 * A removed unit of a target is inserted again from the source in the same place. White space may
 * move with its neighbours, but repeated rounds add no lines.
 */
function insertLeavesNoTrace({ codec, document, options, unit }: Subject): Verdict {
  const isTarget = options.role === 'target';
  const source = isTarget ? options.source : document;
  const from = source?.units.find(({ key }) => keyId(key) === keyId(unit.key));
  const target = isTarget ? document : targetOf(codec, document, options);
  if (source === undefined || from === undefined || target === undefined) return 'untried';
  // A table row belongs to all locales. Of blocks with equal text, it is unknown which one was
  // removed.
  const { sourceDecides } = codec.capabilities;
  if (sourceDecides && (isTarget || target.pieces === undefined)) return 'untried';
  // In a list, the later elements move up.
  if (unit.key.some((segment) => /^\d+$/.test(segment))) return 'untried';
  // In PHP, the first statement decides which variable the keys leave out.
  if ([...document.units, ...target.units].some(({ key }) => key[0]?.startsWith('$')))
    return 'untried';
  // In a PHP file without values, the first one adds an array, which stays.
  if (codec.name === 'php' && target.units.length === 1) return 'untried';
  const at = target.units.findIndex(({ key }) => keyId(key) === keyId(unit.key));
  const own = target.units[at];
  if (own === undefined) return 'untried';
  const { key, text } = own;
  const less = editOrRefusal(codec, target, [{ op: 'remove', key }]);
  if (less === undefined || less.trim() === '') return 'untried';
  // In JSON, a comment alone between braces becomes the comment of the first value.
  if (target.units.length === 1 && /^\s*\/[/*]/m.test(less) && codec.name === 'json')
    return 'untried';
  const targetOptions = isTarget ? options : { ...TARGET, role: 'target' as const, source };
  const after = target.units[at - 1]?.key ?? null;
  const insert: Edit = { op: 'insert', key, text, after, from: { document: source, unit: from } };
  const without = codec.parse(less, targetOptions);
  // An unreadable part may become readable when its neighbour is removed.
  if (without.problems.length !== target.problems.length) return 'untried';
  const round = { codec, document: without, options: targetOptions, insert };
  const first = comesAndGoes(round, textsOf(target));
  if (first.less === undefined) return first.verdict;
  const isLeft = withoutSpace(first.less) === withoutSpace(less);
  // The first text of a bilingual file may add its language or a header, which stay.
  if (!isLeft && !codec.capabilities.bilingual) return broken(round, first.more, first.less);
  const again = { ...round, document: codec.parse(first.less, targetOptions) };
  const second = comesAndGoes(again, textsOf(target));
  if (second.less === undefined) return second.verdict;
  const grows = linesIn(second.less) > linesIn(first.less);
  return grows ? broken(round, first.more, first.less, second.less) : 'kept';
}

/** Every unit returns to its place, whatever the order of the edits. */
function manyComeBack({ codec, document, options, some }: Subject): Verdict {
  const isTarget = options.role === 'target';
  const source = isTarget ? options.source : document;
  const target = isTarget ? document : targetOf(codec, document, options);
  const { bilingual, sourceDecides } = codec.capabilities;
  if (source === undefined || target === undefined || sourceDecides) return 'untried';
  const froms = new Map(source.units.map((unit) => [keyId(unit.key), unit]));
  const chosen = new Set(some.map(({ key }) => keyId(key)));
  const removes: Edit[] = [];
  const inserts: Edit[] = [];
  const rest = textsOf(target);
  // In a list, the later elements move up. Plural forms are removed together if the file has both
  // texts.
  const isFree = ({ key, plural }: Unit): boolean =>
    !isInList(key) && !(bilingual && plural !== undefined);
  target.units.forEach((unit, at) => {
    const { key, text } = unit;
    const from = froms.get(keyId(key));
    if (from === undefined || !chosen.has(keyId(key)) || !isFree(unit)) return;
    removes.push({ op: 'remove', key });
    rest.delete(keyId(key));
    const after = target.units[at - 1]?.key ?? null;
    inserts.push({ op: 'insert', key, text, after, from: { document: source, unit: from } });
  });
  if (removes.length < 2 || rest.size === 0) return 'untried';
  const less = editOrRefusal(codec, target, removes);
  if (less === undefined) return 'untried';
  const targetOptions = isTarget ? options : { ...TARGET, role: 'target' as const, source };
  const without = readOrRefusal(() => codec.parse(less, targetOptions));
  // The removed unit may have hidden one that is now read.
  if (without === undefined || same(textsOf(without), rest) !== 'kept') return 'untried';
  const more = editOrRefusal(codec, without, inserts);
  if (more === undefined) return 'untried';
  if (more !== editOrRefusal(codec, without, inserts.toReversed()))
    return { broken: `the order of edits shows in ${JSON.stringify(more)}` };
  const verdict = same(textsOf(codec.parse(more, targetOptions)), textsOf(target));
  const round = { codec, document: without, options: targetOptions, insert: inserts[0]! };
  if (verdict !== 'kept') return broken(round, more, verdict);
  // Removes all units but one at once.
  const left = new Map(textsOf(target));
  const others = without.units
    .slice(1)
    .filter((unit) => froms.has(keyId(unit.key)) && isFree(unit));
  const goes = others.map(({ key }): Edit => ({ op: 'remove', key }));
  for (const { key } of others) left.delete(keyId(key));
  const few = editOrRefusal(codec, without, [...inserts, ...goes]);
  const fewer =
    few === undefined ? undefined : readOrRefusal(() => codec.parse(few, targetOptions));
  if (fewer === undefined || fewer.problems.length !== without.problems.length) return verdict;
  const last = same(textsOf(fewer), left);
  return last === 'kept' ? last : broken(round, few, last);
}

function isInList(key: Key): boolean {
  return key.some((segment) => /^\d+$/.test(segment));
}

function linesIn(text: string): number {
  return text.split(/\r\n|\n|\r/).length;
}

interface Round {
  readonly codec: Codec;
  readonly document: Document;
  readonly options: ParseOptions;
  readonly insert: Edit;
}

/** Inserts a unit and reads all units, then removes it again. Returns both files. */
function comesAndGoes(
  { codec, document, options, insert }: Round,
  expected: ReadonlyMap<string, string>,
): { readonly verdict: Verdict; readonly more?: string; readonly less?: string } {
  const more = editOrRefusal(codec, document, [insert]);
  if (more === undefined) return { verdict: 'untried' };
  const parsed = codec.parse(more, options);
  const actual = textsOf(parsed);
  // Values that are not texts, such as a call in PHP, are listed only if they are alone under their
  // key.
  for (const { kind, key } of parsed.units)
    if (kind === 'raw' && !expected.has(keyId(key))) actual.delete(keyId(key));
  const verdict = same(actual, expected);
  if (verdict !== 'kept') return { verdict };
  const less = editOrRefusal(codec, parsed, [{ op: 'remove', key: insert.key }]);
  if (less !== undefined) return { verdict, more, less };
  return { verdict: { broken: `${keyId(insert.key)} cannot be removed again` } };
}

function broken({ document, insert }: Round, ...files: readonly unknown[]): Verdict {
  return { broken: `inserted ${keyId(insert.key)}: ${JSON.stringify([document.text, ...files])}` };
}

/** A new target file made from a source, with the same words for all texts. */
function targetOf(codec: Codec, source: Document, { role }: ParseOptions): Document | undefined {
  if (role === 'target' || codec.capabilities.multilingual) return undefined;
  const edits = source.units
    .filter(isForPeople)
    .map((unit): Edit => ({ op: 'set', key: unit.key, text: textFor(unit, TEXT) }));
  const text = orRefusal(() => codec.derive(source, edits, TARGET));
  return text === undefined ? undefined : codec.parse(text, { ...TARGET, role: 'target', source });
}

/** A text for a unit, with its required inline elements. */
function textFor({ inline, text, source }: Unit, words: string): string {
  return inline === 'xliff' ? `${text === '' ? (source ?? '') : text} ${words}` : words;
}

function readAgain(
  codec: Codec,
  text: string,
  { document, options }: Pick<Subject, 'document' | 'options'>,
): Document {
  // Sentences that span several cues follow the source.
  const source = codec.capabilities.sourceDecides ? { source: document } : {};
  return codec.parse(text, { ...source, ...options });
}

function editOrRefusal(
  codec: Codec,
  document: Document,
  edits: readonly Edit[],
): string | undefined {
  return orRefusal(() => codec.edit(document, edits));
}

function orRefusal<T>(run: () => T): T | undefined {
  try {
    return run();
  } catch (error) {
    // Edits of different units never overlap.
    if (error instanceof EditError && error.code !== 'overlap') return undefined;
    throw error;
  }
}

function readOrRefusal<T>(read: () => T): T | undefined {
  try {
    return read();
  } catch {
    return undefined;
  }
}

function textsOf({ units }: Document): Map<string, string> {
  return new Map(units.map(({ key, text }) => [keyId(key), text]));
}

function same(actual: ReadonlyMap<string, string>, expected: ReadonlyMap<string, string>): Verdict {
  for (const id of new Set([...actual.keys(), ...expected.keys()]))
    if (actual.get(id) !== expected.get(id)) {
      const [is, due] = [actual.get(id), expected.get(id)].map((text) => JSON.stringify(text));
      return { broken: `${id} is ${is}, expected ${due}` };
    }
  return 'kept';
}
