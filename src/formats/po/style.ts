import { lineStart } from '../kit/layout.js';
import type { Entries, Entry, Field } from './read.js';
import { skipBlankLines } from './removal.js';
import { quote, type Style } from './wrap.js';

/** gettext's defaults. */
const USUAL: Style = { width: 79, emptyFirst: true, splitsLines: true };

/** gettext's own width first, then those of other tools (Babel, polib, Poedit). */
const WIDTHS = [79, Infinity, 76, 78, 80, 75, 77];
/** Shorter texts are one line in every style. */
const LONG = 60;
/** Longer texts are not compared with styles: that takes seconds for one of some megabytes. */
const HUGE = 100_000;
const SAMPLES = 40;

/** Styles of a file: some services wrap what they copy but not what they translate. */
export interface Styles {
  /** Of `msgstr`. */
  readonly texts: Style;
  /** Of `msgctxt`, `msgid` and `msgid_plural`. */
  readonly ids: Style;
}

/** The styles of most long texts of a file. */
export function stylesOf({ text, entries }: Entries): Styles {
  const ofTexts = samplesOf(text, entries, ({ texts }) => texts);
  const ofIds = samplesOf(text, entries, ({ id, plural }) => [id, plural]);
  const ids = styleOf(ofIds) ?? styleOf(samplesOf(text, entries, ({ context }) => [context]));
  const texts = styleOf(ofTexts) ?? ids ?? USUAL;
  return { texts, ids: ids ?? texts };
}

function styleOf(samples: readonly Sample[]): Style | undefined {
  if (samples.length === 0) return undefined;
  const folded = samples.filter(({ raw }) => raw.includes('\n'));
  const style = {
    emptyFirst: folded.length === 0 || folded.some(({ raw }) => raw.startsWith('""')),
    splitsLines: !samples.some(({ raw }) => /\\n[^"]/.test(raw.replaceAll('\\\\', ''))),
  };
  const widest = Math.max(
    ...samples.flatMap(({ raw }) => raw.split('\n').map((one) => one.length)),
  );
  let best: Style = { ...USUAL, ...style };
  let most = 0;
  for (const width of [...WIDTHS, widest]) {
    const one = { ...style, width };
    const fits = samples.filter(
      ({ field, raw, before }) => quote(field.text, one, { newline: '\n', before }) === raw,
    ).length;
    if (fits > most) [best, most] = [one, fits];
  }
  return best;
}

interface Sample {
  readonly field: Field;
  /** The quoted text, with line ends and indentation as gettext writes them. */
  readonly raw: string;
  readonly before: number;
}

function samplesOf(
  text: string,
  entries: readonly Entry[],
  fieldsOf: (entry: Entry) => readonly (Field | undefined)[],
): readonly Sample[] {
  const samples: Sample[] = [];
  for (const entry of entries) {
    const { id, context, flags } = entry;
    if (flags.includes('no-wrap') || (id.text === '' && context === undefined)) continue;
    for (const field of fieldsOf(entry)) {
      const length = field === undefined ? 0 : field.end - field.start;
      if (field === undefined || length < LONG || length > HUGE) continue;
      const raw = text.slice(field.start, field.end).replace(/[ \t]*(?:\r\n|\n|\r)\s*/g, '\n');
      samples.push({ field, raw, before: beforeOf(text, field) });
    }
    if (samples.length >= SAMPLES) break;
  }
  return samples;
}

/** Columns from the start of the line to the first quote; 0 if that is on its own line. */
export function beforeOf(text: string, { start }: Field): number {
  return start - lineStart(text, start);
}

/** Indentation of a text's further lines: its own, or that of the text above it. */
export function indentOf(text: string, fields: readonly (Field | undefined)[]): string {
  for (const field of fields) {
    if (field === undefined) continue;
    const found = /[\n\r]([ \t]*)"/.exec(text.slice(field.start, field.end))?.[1];
    if (found !== undefined) return found;
  }
  return '';
}

/** The styles of an entry's texts: `no-wrap` applies to all of them. */
export function stylesFor(
  { styles }: { readonly styles: Styles },
  { flags }: { readonly flags: readonly string[] },
): Styles {
  if (!flags.includes('no-wrap')) return styles;
  const { texts, ids } = styles;
  return { texts: { ...texts, width: Infinity }, ids: { ...ids, width: Infinity } };
}

const separated = new WeakMap<Entries['entries'], boolean>();

/** Whether blank lines separate entries, which is false if most entries have none between them. */
export function separatesEntries({ text, entries }: Entries): boolean {
  const known = separated.get(entries);
  if (known !== undefined) return known;
  let blank = 0;
  for (const { block } of entries) if (skipBlankLines(text, block.end) > block.end) blank += 1;
  const isSeparated = blank * 2 >= entries.length - 1;
  separated.set(entries, isSeparated);
  return isSeparated;
}
