import { EditError, keyId } from '../../../src/model/index.js';
import type { Codec, Document, Edit, Key, ParseOptions, Unit } from '../../../src/model/index.js';
import type { Random } from './damage.js';
import { ORACLES } from './oracles.js';

/** Words that every format can write, and that mean nothing in any. */
const [TEXT, OTHER] = ['Plain words.', 'Others.'] as const;
/** The target that new files are made for. */
const TARGET = { locale: 'de', language: 'de' } as const;

/** A file that was read, and some of its units: the two may be the same. */
interface Subject {
  readonly codec: Codec;
  readonly document: Document;
  /** How it was read, and how what becomes of it is to be. */
  readonly options: ParseOptions;
  readonly unit: Unit;
  readonly other: Unit;
  /** Any choice of them. */
  readonly some: readonly Unit[];
}

/** Untried: the codec refuses such an edit, or the law says nothing of such a file. */
type Verdict = 'kept' | 'untried' | { readonly broken: string };

/**
 * What holds for edits of a file that is read, however damaged it is. An edit that a codec refuses
 * with an `EditError` breaks no law.
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

/** The forms of a bilingual source are those of its texts only as long as it has no translations. */
function isTemplate({ capabilities }: Codec, { role }: ParseOptions, { plural }: Unit): boolean {
  return capabilities.bilingual && role !== 'target' && plural !== undefined;
}

function setIsOneValue({ codec, document, options, unit }: Subject): Verdict {
  const text = textFor(unit, TEXT);
  const edited = editOrRefusal(codec, document, [{ op: 'set', key: unit.key, text }]);
  if (edited === undefined) return 'untried';
  const expected = textsOf(document).set(keyId(unit.key), text);
  return same(textsOf(readAgain(codec, edited, { document, options })), expected);
}

/** But for a state that the file has of the text, and a sentence over several cues. */
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

/** What the other parser takes for values stays the same values, and only those that change are the text. */
function anotherParserAgrees({ codec, document, options, unit }: Subject): Verdict {
  const oracle = ORACLES[codec.name];
  const before = readOrRefusal(() => oracle?.read(document.text, options));
  const text = textFor(unit, TEXT);
  const edited = editOrRefusal(codec, document, [{ op: 'set', key: unit.key, text }]);
  if (oracle === undefined || before === undefined || edited === undefined) return 'untried';
  const after = readOrRefusal(() => oracle.read(edited, options, document.text));
  if (after === undefined) return { broken: `set ${keyId(unit.key)}: it cannot be read any more` };
  // Forms of a plural come and go with the first, empty.
  const changed = [...after.keys()].filter((id) => (before.get(id) ?? '') !== after.get(id));
  const gone = [...before].filter(([id, value]) => value !== '' && !after.has(id));
  const values = changed.map((id) => after.get(id) ?? '');
  const { has = hasValue, shows = areAll } = oracle;
  // It takes something else for the value: the format does not say whose view of such a file is right.
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

/** A new unit beside one that is there. Formats in which the source decides have none. */
function newKeyLeavesNoTrace({ codec, document, options, unit }: Subject): Verdict {
  const { sourceDecides, bilingual, multilingual } = codec.capabilities;
  if (sourceDecides || bilingual || options.role === 'target') return 'untried';
  // Below a key of a file of all locales are its variants.
  if (multilingual === true && unit.key.length > 1) return 'untried';
  // A list has places and no names, and a plural the forms that there are.
  if (/^\d+$/.test(unit.key.at(-1) ?? '') || unit.plural !== undefined) return 'untried';
  // Beside a member that is no note, `description` is a text too (messages of web extensions).
  if (unit.key.at(-1) === 'message') return 'untried';
  const key = [...unit.key.slice(0, -1), 'brandnewkey'];
  if (document.units.some((one) => keyId(one.key).startsWith(keyId(key)))) return 'untried';
  const insert: Edit = { op: 'insert', key, text: TEXT, after: unit.key };
  const expected = textsOf(document).set(keyId(key), TEXT);
  const round = { codec, document, options, insert };
  const { verdict, more, less } = comesAndGoes(round, expected);
  if (less === undefined) return verdict;
  const { text, newline } = document;
  // A last line without an end may keep the one that it got.
  if ([text, `${text}\n`, text + newline].includes(less)) return 'kept';
  const isShared = /[([{]/.test(/[^\r\n]*$/.exec(text.slice(0, unit.range.start))?.[0] ?? '');
  const isMessy = isShared || !isTidy(text) || !/^["']?[,;)]?$/.test(restOfLine(text, unit));
  const isAlike = withoutSpace(less) === withoutSpace(text);
  const isSpread = linesIn(less) > linesIn(text);
  return isAlike && (isMessy || !isSpread) ? 'kept' : broken(round, more, less);
}

/** One kind of line ends, and no blanks before them. White space of other files is nobody's habit. */
function isTidy(text: string): boolean {
  return new Set(text.match(/\r\n|\n|\r/g)).size < 2 && !/[ \t](?=[\r\n]|$)/.test(text);
}

function restOfLine(text: string, { range }: Unit): string {
  return /^(?:\s*<\/[\w-]*>)?[^\r\n]*/.exec(text.slice(range.end))?.[0] ?? '';
}

function withoutSpace(text: string): string {
  // What is emptied may be written so, over lines too.
  return text.replace(/\s+/g, '').replaceAll('{}', '');
}

function newTargetIsItsSource({ codec, document, options }: Subject): Verdict {
  const target = targetOf(codec, document, options);
  if (target === undefined) return 'untried';
  const expected = textsOf(document);
  for (const unit of document.units.filter(isForPeople))
    expected.set(keyId(unit.key), textFor(unit, TEXT));
  const actual = textsOf(target);
  // A target has what is not translated, and the forms of its plurals, as far as its format copies them.
  const copied = [...document.units, ...target.units].filter(
    (unit) => !isForPeople(unit) || unit.plural !== undefined,
  );
  const [before, after] = [formsIn(document), formsIn(target)];
  for (const { key, plural } of copied) {
    const id = keyId(key);
    // Of plurals with different numbers of forms in one file, each number has its own names.
    const isRenamed =
      codec.capabilities.bilingual &&
      plural !== undefined &&
      before.get(parentOf(key)) !== after.get(parentOf(key));
    if (isRenamed || !actual.get(id) || !expected.has(id))
      [actual, expected].forEach((texts) => texts.delete(id));
  }
  return same(actual, expected);
}

/** The names of the forms that each plural of a file has. */
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
 * A unit of a target comes back from the source to its place. White space may go along with what is
 * beside it, but no lines are added from turn to turn.
 */
function insertLeavesNoTrace({ codec, document, options, unit }: Subject): Verdict {
  const isTarget = options.role === 'target';
  const source = isTarget ? options.source : document;
  const from = source?.units.find(({ key }) => keyId(key) === keyId(unit.key));
  const target = isTarget ? document : targetOf(codec, document, options);
  if (source === undefined || from === undefined || target === undefined) return 'untried';
  // The row of a table is that of all locales. Of blocks that say the same, nobody can tell which is gone.
  const { sourceDecides } = codec.capabilities;
  if (sourceDecides && (isTarget || target.pieces === undefined)) return 'untried';
  // In a list those behind it move up.
  if (unit.key.some((segment) => /^\d+$/.test(segment))) return 'untried';
  // In PHP the first statement says which variable goes without saying in the keys of all.
  if ([...document.units, ...target.units].some(({ key }) => key[0]?.startsWith('$')))
    return 'untried';
  // A PHP file without a value gets an array for the first, which stays.
  if (codec.name === 'php' && target.units.length === 1) return 'untried';
  const at = target.units.findIndex(({ key }) => keyId(key) === keyId(unit.key));
  const own = target.units[at];
  if (own === undefined) return 'untried';
  const { key, text } = own;
  const less = editOrRefusal(codec, target, [{ op: 'remove', key }]);
  if (less === undefined || less.trim() === '') return 'untried';
  // In JSON, a comment alone between braces is that of the first value that comes.
  if (target.units.length === 1 && /^\s*\/[/*]/m.test(less) && codec.name === 'json')
    return 'untried';
  const targetOptions = isTarget ? options : { ...TARGET, role: 'target' as const, source };
  const after = target.units[at - 1]?.key ?? null;
  const insert: Edit = { op: 'insert', key, text, after, from: { document: source, unit: from } };
  const without = codec.parse(less, targetOptions);
  // What could not be read may be read once its neighbour goes.
  if (without.problems.length !== target.problems.length) return 'untried';
  const round = { codec, document: without, options: targetOptions, insert };
  const first = comesAndGoes(round, textsOf(target));
  if (first.less === undefined) return first.verdict;
  const isLeft = withoutSpace(first.less) === withoutSpace(less);
  // The first text of a bilingual file may come with its language, or a header, which stay.
  if (!isLeft && !codec.capabilities.bilingual) return broken(round, first.more, first.less);
  const again = { ...round, document: codec.parse(first.less, targetOptions) };
  const second = comesAndGoes(again, textsOf(target));
  if (second.less === undefined) return second.verdict;
  const grows = linesIn(second.less) > linesIn(first.less);
  return grows ? broken(round, first.more, first.less, second.less) : 'kept';
}

/** Each to its own place, whatever the order of the edits. */
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
  // In a list those behind it move up. Forms of a plural go together where the file has both texts.
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
  // What goes may have hidden what is read now.
  if (without === undefined || same(textsOf(without), rest) !== 'kept') return 'untried';
  const more = editOrRefusal(codec, without, inserts);
  if (more === undefined) return 'untried';
  if (more !== editOrRefusal(codec, without, inserts.toReversed()))
    return { broken: `the order of edits shows in ${JSON.stringify(more)}` };
  const verdict = same(textsOf(codec.parse(more, targetOptions)), textsOf(target));
  const round = { codec, document: without, options: targetOptions, insert: inserts[0]! };
  if (verdict !== 'kept') return broken(round, more, verdict);
  // All others but one go at once.
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

/** A unit is inserted, and all units are read; then it is removed again, and the file is left. */
function comesAndGoes(
  { codec, document, options, insert }: Round,
  expected: ReadonlyMap<string, string>,
): { readonly verdict: Verdict; readonly more?: string; readonly less?: string } {
  const more = editOrRefusal(codec, document, [insert]);
  if (more === undefined) return { verdict: 'untried' };
  const parsed = codec.parse(more, options);
  const actual = textsOf(parsed);
  // What is no text, such as a call in PHP, is listed only where it is alone under its key.
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

/** A new target file made of a source, all of whose texts are the same words. */
function targetOf(codec: Codec, source: Document, { role }: ParseOptions): Document | undefined {
  if (role === 'target' || codec.capabilities.multilingual) return undefined;
  const edits = source.units
    .filter(isForPeople)
    .map((unit): Edit => ({ op: 'set', key: unit.key, text: textFor(unit, TEXT) }));
  const text = orRefusal(() => codec.derive(source, edits, TARGET));
  return text === undefined ? undefined : codec.parse(text, { ...TARGET, role: 'target', source });
}

/** A text for a unit: with the inline elements that it has to have. */
function textFor({ inline, text, source }: Unit, words: string): string {
  return inline === 'xliff' ? `${text === '' ? (source ?? '') : text} ${words}` : words;
}

function readAgain(
  codec: Codec,
  text: string,
  { document, options }: Pick<Subject, 'document' | 'options'>,
): Document {
  // Sentences that go over subtitles are those of the source.
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
    // Edits of different units never meet.
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
