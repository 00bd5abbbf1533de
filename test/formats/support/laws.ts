import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { EditError, keyId } from '../../../src/model/index.js';
import type { Codec, Document, Edit, Unit } from '../../../src/model/index.js';
import type { LawFile } from './corpus.js';

export type { LawFile } from './corpus.js';

export interface LawOptions {
  readonly codec: Codec;
  readonly files: readonly LawFile[];
  /**
   * Reads a file with an independent parser: every value by an id, which is `keyId(unit.key)`
   * unless `idsOf` differs.
   */
  readonly read: (text: string, file: LawFile) => ReadonlyMap<string, string>;
  /** The ids of a unit in the result of `read`. */
  readonly idsOf?: (unit: Unit, document: Document) => readonly string[];
  /**
   * What `read` returns at the unit's first id after `text` was set, for formats in which the
   * reader returns something else.
   */
  readonly seen?: (text: string, unit: Unit) => string;
  /** Units that edits may change. Default: all translatable units of kind 'text'. */
  readonly editable?: (unit: Unit, document: Document) => boolean;
  /** Texts to set. Default: `hostileTexts`. */
  readonly texts?: readonly string[];
  /** Texts for the property tests. */
  readonly arbitrary?: fc.Arbitrary<string>;
  /** The unit's text after `text` was set. Default: the same. */
  readonly kept?: (text: string, unit: Unit) => string;
  /** False for formats whose units cannot be added or removed one by one. */
  readonly structure?: boolean;
  /** Units that can be removed and inserted again. Default: those of `editable`. */
  readonly movable?: (unit: Unit, document: Document) => boolean;
  /**
   * A line without the part that a neighbour's separator may change. Default: no comma at its end.
   */
  readonly plainLine?: (line: string) => string;
  /** False for formats whose new targets contain more than the source with other values. */
  readonly derive?: boolean;
  /** Number of units tried per file. Default: 4. */
  readonly perFile?: number;
  /** Runs of each property test. Default: 200. */
  readonly runs?: number;
}

export const hostileTexts: readonly string[] = [
  'Plain words',
  'He said "no", she said \'yes\'',
  'C:\\temp\\new \\u0041 \\',
  'first line\nsecond line\n\n  fourth, indented\n',
  'tab\there, \r\n there',
  'emoji 👩‍👩‍👧 🇩🇪 and 𝒜',
  'key: value # not a comment',
  '- item, [list], {map}, &anchor, *alias, !tag, |, >, %, @, `',
  '  leading and trailing  ',
  'مرحبا بالعالم',
  'עם \u200fסימון\u200e',
  'nbsp\u00a0 thin\u202f zwsp\u200b sep\u2028 par\u2029',
  '{count, plural, one {# <b>item</b>} other {# items}} %{a} %s &amp; </p>',
  'no',
  '~',
  '1.0',
  'null',
  '日本語のテキスト。',
  "'",
  '"',
  '?',
  ': colon',
  '= equals',
  '',
];

const seenBefore = new WeakMap<LawFile, ReadonlyMap<string, string>>();

function readBefore(options: LawOptions, file: LawFile): ReadonlyMap<string, string> {
  const values = seenBefore.get(file) ?? options.read(file.text, file);
  seenBefore.set(file, values);
  return values;
}

interface Subject {
  readonly file: LawFile;
  readonly document: Document;
  readonly units: readonly Unit[];
}

/**
 * The laws that every codec obeys (DESIGN.md sections 1 and 5), tested on files and on random
 * texts.
 */
export function describeLaws(options: LawOptions): void {
  const { codec } = options;
  const subjects = options.files.map((file): Subject => {
    const document = file.document ?? codec.parse(file.text, file.options);
    const editable =
      options.editable ?? ((unit) => unit.kind === 'text' && unit.translate !== false);
    return { file, document, units: document.units.filter((unit) => editable(unit, document)) };
  });
  const rich = subjects.filter(({ units }) => units.length > 0);

  describe(`laws of ${codec.name} on ${subjects.length} files`, () => {
    it('no edits give the same bytes', () => {
      for (const { document, file } of subjects) expect(codec.edit(document, [])).toBe(file.text);
    });
    it('unit ranges lie inside the file', () => {
      for (const { document, file } of subjects) {
        const wrong = document.units.filter(
          ({ range: { start, end } }) => start > end || end > file.text.length,
        );
        expect(wrong, file.name).toEqual([]);
      }
    });
    it('keys are unique', () => {
      for (const { document, file } of subjects) {
        const ids = document.units.map((unit) => keyId(unit.key));
        expect(new Set(ids).size, file.name).toBe(ids.length);
      }
    });
    it('setting a unit to its own text changes nothing', () => {
      for (const { document, units, file } of rich) {
        const edits = units.map((unit): Edit => ({ op: 'set', key: unit.key, text: unit.text }));
        if (!document.units.some((unit) => unit.state !== undefined))
          expect(codec.edit(document, edits), file.name).toBe(file.text);
      }
    });
    it('setting one unit changes only its value', () => {
      const texts = options.texts ?? hostileTexts;
      let turn = 0;
      for (const subject of rich)
        for (const unit of pick(subject.units, options.perFile ?? 4))
          checkSet(options, subject, { unit, text: texts[turn++ % texts.length] ?? '' });
    });
    it('setting one unit to any text changes only its value', () => {
      const small = rich.filter(({ file }) => file.text.length < 20_000);
      fc.assert(
        fc.property(
          fc.nat(),
          fc.nat(),
          options.arbitrary ?? fc.string({ unit: 'grapheme' }),
          (file, at, text) => {
            const subject = small[file % small.length]!;
            const unit = subject.units[at % subject.units.length]!;
            checkSet(options, subject, { unit, text });
          },
        ),
        { numRuns: small.length === 0 ? 0 : (options.runs ?? 200) },
      );
    });
    it('edits in any order give the same text', () => {
      for (const { document, units, file } of rich) {
        const some = pick(units, 8);
        const edits = some.map((unit, i): Edit => editOf(unit, i, options));
        const expected = codec.edit(document, edits);
        for (const order of [edits.toReversed(), rotate(edits, 3), rotate(edits, 1).toReversed()])
          expect(codec.edit(document, order), file.name).toBe(expected);
      }
    });
    it('many edits at once give the units expected', () => {
      for (const { document, units, file } of rich) {
        const texts = (options.texts ?? hostileTexts).filter((text) => text !== '');
        const edits = units.map((unit, i) => ({
          ...{ op: 'set' as const, key: unit.key, text: texts[i % texts.length] ?? '' },
          unit,
        }));
        const after = codec.parse(codec.edit(document, edits), file.options);
        const expected = new Map(document.units.map((unit) => [keyId(unit.key), unit.text]));
        for (const { key, text, unit } of edits)
          expected.set(keyId(key), options.kept?.(text, unit) ?? text);
        expectSame(textsOf(after), expected, file.name);
      }
    });
    it('two edits of one key, and edits of unknown keys, throw', () => {
      for (const { document, units } of rich) {
        const key = units[0]!.key;
        const set: Edit = { op: 'set', key, text: 'x' };
        expect(() => codec.edit(document, [set, { ...set, text: 'y' }])).toThrow(EditError);
        expect(() => codec.edit(document, [set, { op: 'remove', key }])).toThrow(EditError);
        const unknown = [...key, 'no such key'];
        expect(() => codec.edit(document, [{ ...set, key: unknown }])).toThrow(EditError);
        expect(() => codec.edit(document, [{ op: 'remove', key: unknown }])).toThrow(EditError);
        expect(() => codec.edit(document, [{ op: 'insert', key, text: 'x', after: null }])).toThrow(
          EditError,
        );
      }
    });
    if (options.derive !== false) describeNewTargets(options, rich);
    if (options.structure !== false) describeStructure(options, rich);
  });
}

function describeNewTargets({ codec, kept }: LawOptions, subjects: readonly Subject[]): void {
  const fresh = { locale: 'zz', language: 'zz' };

  it('a new target is the source but for its values and the name of its language', () => {
    for (const { file, document, units } of subjects) {
      const editsOf = (text: (unit: Unit) => string): Edit[] =>
        units.map((unit) => ({ op: 'set', key: unit.key, text: text(unit) }));
      const copy = codec.derive(
        document,
        editsOf(({ text }) => text),
        fresh,
      );
      const [before, after] = [file.text, copy].map((text) => text.split('\n'));
      expect(after?.length, file.name).toBe(before?.length);
      const changed = after?.filter((line, at) => line !== before?.[at]) ?? [];
      expect(changed.length, `${file.name}\n${changed.join('\n')}`).toBeLessThanOrEqual(1);

      const target = codec.derive(
        document,
        editsOf(() => 'Neu'),
        fresh,
      );
      const expected = textsOf(document);
      for (const unit of units) expected.set(keyId(unit.key), kept?.('Neu', unit) ?? 'Neu');
      const read = codec.parse(target, { ...file.options, locale: 'zz' });
      expectSame(textsOf(read), expected, file.name);
    }
  });
}

function describeStructure(options: LawOptions, subjects: readonly Subject[]): void {
  const { codec } = options;
  const movable = options.movable ?? (() => true);
  const cases = subjects.flatMap((subject) =>
    pick(
      subject.units.filter((unit) => movable(unit, subject.document)),
      options.perFile ?? 4,
    ).map((unit) => ({ ...subject, unit })),
  );

  it('removing one unit takes only its own lines, inserting it adds only its own, at its place', () => {
    for (const { file, document, unit } of cases) {
      const less = codec.edit(document, [{ op: 'remove', key: unit.key }]);
      const label = `${file.name} ${unit.key.join('.')}`;
      const expected = textsOf(document);
      expected.delete(keyId(unit.key));
      const parsed = codec.parse(less, file.options);
      expectSame(textsOf(parsed), expected, label);
      const values = new Map(readBefore(options, file));
      for (const id of options.idsOf?.(unit, document) ?? [keyId(unit.key)]) values.delete(id);
      expectSame(options.read(less, file), values, label);
      expectLinesWithin(options, { less, more: file.text, label });

      const after = document.units[document.units.indexOf(unit) - 1]?.key ?? null;
      const edit: Edit = {
        ...{ op: 'insert', key: unit.key, text: unit.text, after },
        from: { document, unit },
      };
      const text = codec.edit(parsed, [edit]);
      if (text === file.text) continue;
      const result = codec.parse(text, file.options);
      expect([...textsOf(result)].join('\n'), label).toBe([...textsOf(document)].join('\n'));
      expectLinesWithin(options, { less, more: text, label });
    }
  });
  it('many removed and inserted again give the units of before, whatever the order', () => {
    const rooms = subjects.map(({ file, document, units }) => ({
      ...{ file, document },
      units: units.filter((unit) => movable(unit, document)),
    }));
    for (const room of rooms) checkMoved(codec, room, pick(room.units, 12));
    const small = rooms.filter(({ file }) => file.text.length < 20_000);
    fc.assert(
      fc.property(fc.nat(), fc.infiniteStream(fc.boolean()), (at, choice) => {
        const room = small[at % small.length]!;
        const some = room.units.filter(() => choice.next().value);
        checkMoved(codec, room, some);
        checkTogether(codec, room, { some, choice });
      }),
      { numRuns: small.length === 0 ? 0 : (options.runs ?? 200) },
    );
  });
}

/** Removes some units and inserts them again in two orders. */
function checkMoved(
  codec: Codec,
  { file, document }: Pick<Subject, 'file' | 'document'>,
  some: readonly Unit[],
): void {
  if (some.length === 0 || document.units.length === some.length) return;
  const removes = some.map((unit): Edit => ({ op: 'remove', key: unit.key }));
  const less = codec.parse(codec.edit(document, removes), file.options);
  const inserts = some.map((unit): Edit => {
    const after = document.units[document.units.indexOf(unit) - 1]?.key ?? null;
    const from = { document, unit };
    return { op: 'insert', key: unit.key, text: unit.text, after, from };
  });
  const text = codec.edit(less, inserts);
  expect(codec.edit(less, inserts.toReversed()), file.name).toBe(text);
  if (text !== file.text)
    expectSame(textsOf(codec.parse(text, file.options)), textsOf(document), file.name);
}

/** Inserts, removes and changes units at the same time. */
function checkTogether(
  codec: Codec,
  { file, document, units }: Subject,
  { some, choice }: { readonly some: readonly Unit[]; readonly choice: fc.Stream<boolean> },
): void {
  const leaving = new Set(units.filter((unit) => !some.includes(unit) && choice.next().value));
  const coming = new Set(some);
  if (coming.size === 0 || coming.size + leaving.size >= document.units.length) return;
  const removes = some.map((unit): Edit => ({ op: 'remove', key: unit.key }));
  const less = codec.parse(codec.edit(document, removes), file.options);
  const expected = textsOf(document);
  const edits = document.units.flatMap((unit, at): Edit[] => {
    const { key, text } = unit;
    const after = document.units[at - 1]?.key ?? null;
    if (coming.has(unit)) return [{ op: 'insert', key, text, after, from: { document, unit } }];
    if (!leaving.has(unit)) return [];
    expected.delete(keyId(key));
    return [{ op: 'remove', key }];
  });
  const result = codec.edit(less, edits);
  expect(codec.edit(less, edits.toReversed()), file.name).toBe(result);
  expectSame(textsOf(codec.parse(result, file.options)), expected, file.name);
}

/** Sets one unit and compares the bytes, the independent reader's view and the codec's own. */
export function checkSet(
  options: LawOptions,
  { file, document }: { readonly file: LawFile; readonly document: Document },
  { unit, text }: { readonly unit: Unit; readonly text: string },
): void {
  const { codec } = options;
  const label = `${file.name} ${unit.key.join('.')} = ${JSON.stringify(text)}`;
  const result = codec.edit(document, [{ op: 'set', key: unit.key, text }]);
  const { start, end } = unit.range;
  expect(result.slice(0, start), label).toBe(file.text.slice(0, start));
  const tail = file.text.slice(end);
  expect(result.slice(result.length - tail.length), label).toBe(tail);

  const before = readBefore(options, file);
  const after = new Map(options.read(result, file));
  const ids = options.idsOf?.(unit, document) ?? [keyId(unit.key)];
  const [first] = ids;
  if (ids.length === 1 && first !== undefined)
    expect(after.get(first), label).toBe(options.seen?.(text, unit) ?? text);
  for (const id of ids) after.set(id, before.get(id) ?? '');
  expectSame(after, before, label);

  const expected = textsOf(document);
  expected.set(keyId(unit.key), options.kept?.(text, unit) ?? text);
  expectSame(textsOf(codec.parse(result, file.options)), expected, label);
}

type Texts = ReadonlyMap<string, string>;

/** Like `toEqual`, which takes longer for a large map than a parser for its file. */
function expectSame(actual: Texts, expected: Texts, label: string): void {
  let same = actual.size === expected.size;
  for (const [id, text] of actual) same &&= expected.get(id) === text;
  if (!same) expect(actual, label).toEqual(expected);
}

/** At most `count` of the items, including the first and the last. */
export function pick<T>(items: readonly T[], count: number): readonly T[] {
  if (items.length <= count) return items;
  return Array.from(
    { length: count },
    (_, i) => items[Math.round((i * (items.length - 1)) / (count - 1))]!,
  );
}

function editOf(unit: Unit, index: number, options: LawOptions): Edit {
  const removable = options.structure !== false && index % 3 === 2;
  if (removable && options.movable === undefined) return { op: 'remove', key: unit.key };
  const texts = options.texts ?? hostileTexts;
  return { op: 'set', key: unit.key, text: texts[index % texts.length] || 'x' };
}

function rotate<T>(items: readonly T[], by: number): readonly T[] {
  return [...items.slice(by), ...items.slice(0, by)];
}

function textsOf(document: Document): Map<string, string> {
  return new Map(document.units.map((unit) => [keyId(unit.key), unit.text]));
}

/** Expects every line of `less` in `more`, in one piece before and one after the removed lines. */
function expectLinesWithin(
  options: LawOptions,
  { less, more, label }: { readonly less: string; readonly more: string; readonly label: string },
): void {
  const plain = options.plainLine ?? ((line: string) => line.replace(/,\s*$/, ''));
  const short = less.split(/\r\n|\n|\r/).map(plain);
  const long = more.split(/\r\n|\n|\r/).map(plain);
  let top = 0;
  while (top < short.length && short[top] === long[top]) top += 1;
  let bottom = 0;
  while (bottom < short.length - top && short.at(-1 - bottom) === long.at(-1 - bottom)) bottom += 1;
  // A unit inside a line, or the only one of its container, leaves one changed line.
  expect(short.length - top - bottom, label).toBeLessThanOrEqual(1);
}
