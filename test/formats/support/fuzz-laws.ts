import { EditError, keyId } from '../../../src/model/index.js';
import type { Codec, Document, Edit, Unit } from '../../../src/model/index.js';

/** Words that every format can write, and that mean nothing in any. */
const TEXTS = ['Plain words.', 'Others.'];

/**
 * Formats in which some damaged files break a law, for want of a fix: a paragraph above `---` turns
 * into a heading (Markdown), a U+FEFF within an indentation (YAML), a key that has a quote open
 * (CSV), several keys on a line (the others). Each is printed by `npm run fuzz`.
 */
export const STILL_BROKEN: ReadonlySet<string> = new Set([
  ...['csv', 'json5', 'markdown', 'properties', 'strings', 'yaml'],
]);

/**
 * What is wrong with edits of a file that was read without errors: one edit is one value, the order
 * of edits is of no matter, and what is inserted and removed again was never there. Edits that the
 * codec refuses are no part of this.
 */
export function brokenLaw(codec: Codec, document: Document, random: Random): string | undefined {
  if (document.problems.length > 0) return undefined;
  const units = document.units.filter(isPlain);
  const unit = units[random(units.length)];
  if (unit === undefined) return undefined;
  const other = units[random(units.length)];
  return (
    setIsOneValue(codec, document, unit) ??
    orderIsOfNoMatter(codec, document, [unit, other]) ??
    insertedAndRemoved(codec, document, unit)
  );
}

type Random = (below: number) => number;

function isPlain({ kind, translate, plural, state, inline }: Unit): boolean {
  return (
    kind === 'text' &&
    translate !== false &&
    // The forms of a plural share a key and a state, and a state goes with the text.
    plural === undefined &&
    state !== 'review' &&
    inline !== 'xliff'
  );
}

function setIsOneValue(codec: Codec, document: Document, { key }: Unit): string | undefined {
  const [text = ''] = TEXTS;
  const edited = editOrRefusal(codec, document, [{ op: 'set', key, text }]);
  if (edited === undefined) return undefined;
  const expected = textsOf(document).set(keyId(key), text);
  // Sentences that go over subtitles are those of the source.
  const parsed = codec.parse(edited, codec.capabilities.sourceDecides ? { source: document } : {});
  return difference(`set ${keyId(key)}`, textsOf(parsed), expected);
}

function orderIsOfNoMatter(
  codec: Codec,
  document: Document,
  units: readonly (Unit | undefined)[],
): string | undefined {
  const keys = new Map(units.flatMap((unit) => (unit ? [[keyId(unit.key), unit.key]] : [])));
  const edits = [...keys.values()].map((key, at): Edit => ({
    ...{ op: 'set', key, text: TEXTS[at] ?? '' },
  }));
  const edited = editOrRefusal(codec, document, edits);
  if (edited === editOrRefusal(codec, document, edits.toReversed())) return undefined;
  return `the order of edits shows: ${[...keys.keys()].join(', ')}`;
}

/** A new unit beside one that is there. Formats in which the source decides have none. */
function insertedAndRemoved(codec: Codec, document: Document, unit: Unit): string | undefined {
  const { sourceDecides, bilingual } = codec.capabilities;
  if (sourceDecides || bilingual) return undefined;
  // A list has places and no names. A line that others share is divided for good.
  if (/^\d+$/.test(unit.key.at(-1) ?? '') || sharesLine(document, unit)) return undefined;
  const key = [...unit.key.slice(0, -1), 'brandnewkey'];
  if (document.units.some((one) => keyId(one.key).startsWith(keyId(key)))) return undefined;
  const [text = ''] = TEXTS;
  const more = editOrRefusal(codec, document, [{ op: 'insert', key, text, after: unit.key }]);
  if (more === undefined) return undefined;
  const parsed = codec.parse(more);
  const wrong = difference('insert', textsOf(parsed), textsOf(document).set(keyId(key), text));
  if (wrong !== undefined) return wrong;
  const less = editOrRefusal(codec, parsed, [{ op: 'remove', key }]);
  if (less === document.text || less === withLineEnd(document)) return undefined;
  // Where line ends are mixed, that of the neighbour may become the usual one.
  if (new Set(document.text.match(/\r\n|\n|\r/g)).size > 1) return undefined;
  return `inserted behind ${keyId(unit.key)} and removed again: ${JSON.stringify(less)}`;
}

/** A last line without an end may keep the one that it got. */
function withLineEnd({ text }: Document): string {
  return `${text}\n`;
}

function sharesLine({ units, text }: Document, unit: Unit): boolean {
  const next = units[units.indexOf(unit) + 1];
  return next !== undefined && !/[\n\r]/.test(text.slice(unit.range.end, next.range.start));
}

function editOrRefusal(
  codec: Codec,
  document: Document,
  edits: readonly Edit[],
): string | undefined {
  try {
    return codec.edit(document, edits);
  } catch (error) {
    if (error instanceof EditError) return undefined;
    throw error;
  }
}

function textsOf({ units }: Document): Map<string, string> {
  return new Map(units.map(({ key, text }) => [keyId(key), text]));
}

function difference(
  what: string,
  actual: ReadonlyMap<string, string>,
  expected: ReadonlyMap<string, string>,
): string | undefined {
  for (const id of new Set([...actual.keys(), ...expected.keys()]))
    if (actual.get(id) !== expected.get(id))
      return `${what}: ${id} is ${JSON.stringify(actual.get(id))}, expected ${JSON.stringify(expected.get(id))}`;
  return undefined;
}
