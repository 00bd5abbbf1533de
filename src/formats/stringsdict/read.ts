import type { Key, ParseOptions } from '../../model/index.js';
import { isCategory } from '../kit/categories.js';
import { blockOf, insideOf } from '../kit/plist-layout.js';
import { hasWords } from '../kit/printf.js';
import { readPlist, type PlistEntry, type PlistValue } from '../kit/plist.js';
import { textUnit } from '../kit/tree-codec.js';
import type { Node, TreeFile } from '../kit/tree.js';
import { formatError } from '../kit/unusable.js';

/** An entry of a dict with a text, or with texts at a deeper level. */
export interface Rule extends Node {
  /** Absent for the root. */
  readonly entry?: PlistEntry;
  readonly value: PlistValue;
}

export interface RulesFile extends TreeFile<Rule> {
  readonly root: Rule & { readonly children: readonly Rule[] };
}

/** @throws FormatError if it is not a property list of dicts */
export function read(text: string, { file }: ParseOptions = {}): RulesFile {
  const value = readPlist(text, file);
  if (value.kind !== 'dict') {
    const at = { text, offset: value.start, file };
    throw formatError('syntax', 'expected a <dict> of keys and texts.', at);
  }
  const children = value.entries.flatMap((entry) => ruleOf(text, entry, { key: [], note: '' }));
  const inside = insideOf(text, value);
  const block = { start: 0, end: text.length };
  const root = { key: [], block, value, children, ...(inside !== undefined && { inside }) };
  return { text, root };
}

const TYPE = 'NSStringFormatSpecTypeKey';
const FORMAT = 'NSStringLocalizedFormatKey';

/** Keys whose values determine how a text is chosen. */
const SETTINGS: readonly string[] = [TYPE, 'NSStringFormatValueTypeKey'];

interface Outer {
  readonly key: Key;
  readonly note: string;
  readonly isPlural?: boolean;
}

/** Empty for an entry that is not a text and never changes. */
function ruleOf(text: string, entry: PlistEntry, { key: outer, note, isPlural }: Outer): Rule[] {
  const { value } = entry;
  const key = [...outer, entry.key];
  const notes = note === '' || entry.note === '' ? note + entry.note : `${note}\n${entry.note}`;
  const block = blockOf(text, entry);
  if (value.kind === 'string') {
    if (outer.length > 0 && SETTINGS.includes(entry.key)) return [];
    const range = value.inner ?? { start: value.start, end: value.end };
    const plural = isPlural === true && isCategory(entry.key) ? entry.key : undefined;
    const unit = textUnit({
      ...{ key, text: value.text, range, note: notes },
      ...(plural !== undefined && { plural }),
      ...(entry.key === FORMAT && !hasWords(value.text) && { translate: false }),
    });
    return [{ key, block, entry, value, unit }];
  }
  if (value.kind !== 'dict') return [];
  const inner = { key, note: notes, isPlural: isPluralRule(value) };
  const children = value.entries.flatMap((one) => ruleOf(text, one, inner));
  const inside = insideOf(text, value);
  return [{ key, block, entry, value, children, ...(inside !== undefined && { inside }) }];
}

export function isPluralRule({ entries }: PlistValue): boolean {
  return entries.some(({ key, value }) => key === TYPE && value.text === 'NSStringPluralRuleType');
}
