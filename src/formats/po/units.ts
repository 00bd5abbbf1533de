import type { PluralCategory, Unit } from '../../model/index.js';
import { textUnit } from '../kit/tree-codec.js';
import { filledIn, isFuzzy, keyOf } from './entry.js';
import type { Comment, Entry, Field } from './read.js';

export interface EntryUnit {
  readonly entry: Entry;
  /** Index of its `msgstr`. */
  readonly index: number;
  readonly unit: Unit;
}

export interface UnitContext {
  /** Text of the file. */
  readonly text: string;
  readonly role: 'source' | 'target' | 'template';
  /** Names of plural forms by index. */
  readonly names: readonly (PluralCategory | undefined)[];
}

/** The units of an entry: one text, or one for each plural form. */
export function unitsOf(entry: Entry, context: UnitContext): readonly EntryUnit[] {
  const { id, plural, texts } = entry;
  const note = noteOf(entry.comments, context);
  if (plural === undefined) {
    const said = { field: texts[0], source: id.text, own: id.text };
    const unit = textUnit({ key: keyOf(entry), note, ...valueOf(entry, said, context) });
    return [{ entry, index: 0, unit }];
  }
  const names = namesIn(entry, context);
  return names.flatMap((name, index): readonly EntryUnit[] => {
    if (name === undefined) return [];
    const own = name === 'one' ? id.text : plural.text;
    const value = valueOf(entry, { field: texts[index], source: plural.text, own }, context);
    const key = [...keyOf(entry), name];
    return [{ entry, index, unit: textUnit({ key, plural: name, note, ...value }) }];
  });
}

/** Without translations, `msgid` and `msgid_plural` are the two forms of English. */
function namesIn(entry: Entry, { role, names }: UnitContext): UnitContext['names'] {
  return role === 'target' || isUsed(entry, role) ? names : ['one', 'other'];
}

/** Whether users of the source language see the `msgstr`: it is filled and not fuzzy. */
function isUsed(entry: Entry, role: UnitContext['role']): boolean {
  return role === 'source' && !isFuzzy(entry) && filledIn(entry).length > 0;
}

interface Said {
  readonly field: Field | undefined;
  /** The source text for a target. */
  readonly source: string;
  /** What users see without a translation. */
  readonly own: string;
}

type Value = Pick<Unit, 'text' | 'range' | 'source' | 'state'>;

function valueOf(
  entry: Entry,
  { field, source, own }: Said,
  { role }: Pick<UnitContext, 'role'>,
): Value {
  const written = field?.text ?? '';
  const end = entry.texts.findLast((one) => one !== undefined)?.end ?? entry.block.end;
  const { start, end: last } = field ?? { start: end, end };
  const range = { start, end: last };
  if (role === 'target') {
    const state = written === '' ? 'initial' : isFuzzy(entry) ? 'review' : undefined;
    return { text: written, range, source, ...(state !== undefined && { state }) };
  }
  const text = written !== '' && isUsed(entry, role) ? written : own;
  return text === source ? { text, range } : { text, range, source };
}

/**
 * Programmers' comments (`#.`), after translators' (`#`). In a template, the latter are only about
 * one of its languages.
 */
function noteOf(
  comments: readonly Comment[],
  { text, role }: Pick<UnitContext, 'text' | 'role'>,
): string {
  if (comments.length === 0) return '';
  const said = (mark: string): readonly string[] =>
    comments
      .filter(({ kind }) => kind === mark)
      .map(({ start, end }) =>
        text
          .slice(start, end)
          .replace(/^\s*#\.?\s?/, '')
          .trimEnd(),
      );
  return [...(role === 'template' ? [] : said(' ')), ...said('.')].join('\n').trim();
}
