import { stringify } from 'yaml';
import { yaml } from '../formats/yaml/index.js';
import { keyId } from '../model/index.js';
import type { Document, Edit, Key, StyleContent, Unit } from '../model/index.js';
import { INSTRUCTIONS, RULES } from './style-file.js';
import type { FileStyle } from './style-file.js';
import { namedInstructions } from './style-terms.js';

export interface NewStyle extends StyleContent {
  /** The language's name in the file. */
  readonly locale: string;
}

/** The text of a new style file. */
export function newStyle(styles: readonly NewStyle[]): string {
  const file: Record<string, unknown> = {};
  for (const style of styles) file[style.locale] = plain(style);
  return stringify(file, { lineWidth: 0, indentSeq: true });
}

function plain({ rules, instructions }: StyleContent) {
  const categories: Record<string, Record<string, string>> = {};
  for (const [name, option] of rules) {
    const [category = '', rule = ''] = splitRule(name);
    (categories[category] ??= {})[rule] = option;
  }
  const list = instructions.map(({ label, prompt, sourceLanguage }) => ({
    label,
    prompt,
    ...(sourceLanguage !== undefined && { source_language: sourceLanguage }),
  }));
  return {
    ...(rules.size > 0 && { [RULES]: categories }),
    ...(list.length > 0 && { [INSTRUCTIONS]: list }),
  };
}

function splitRule(name: string): readonly string[] {
  const dot = name.indexOf('.');
  return [name.slice(0, dot), name.slice(dot + 1)];
}

/**
 * Changes the styles of some languages in the text. Comments, order and spelling of everything else
 * stay.
 * @param before the text's current styles
 * @throws EditError
 */
export function editStyle(
  text: string,
  before: readonly FileStyle[],
  wanted: readonly NewStyle[],
): string {
  const document = yaml.parse(text);
  const from = yaml.parse(newStyle(wanted));
  const editing: Editing = {
    units: new Map(document.units.map((unit) => [keyId(unit.key), unit])),
    from,
    wanted: new Map(from.units.map((unit) => [keyId(unit.key), unit])),
    edits: [],
    last: document.units.at(-1)?.key ?? null,
  };
  for (const style of wanted) {
    const own = before.find(({ language }) => language === style.language);
    editLanguage(style, own, editing);
  }
  return yaml.edit(document, editing.edits);
}

interface Editing {
  readonly units: ReadonlyMap<string, Unit>;
  /** The wanted styles as a document, which shows which values are lists. */
  readonly from: Document;
  readonly wanted: ReadonlyMap<string, Unit>;
  readonly edits: Edit[];
  /** The unit after which a new one is inserted, if there is none of its kind. */
  last: Key | null;
}

function editLanguage(style: NewStyle, own: FileStyle | undefined, editing: Editing): void {
  const { locale } = style;
  const ofLanguage = [...editing.units.values()].filter(({ key }) => key[0] === locale);
  let behind: Key | null = ofLanguage.at(-1)?.key ?? editing.last;
  const rulePath = (name: string): Key => [locale, RULES, ...splitRule(name)];
  for (const name of own?.rules.keys() ?? []) {
    if (!style.rules.has(name)) editing.edits.push({ op: 'remove', key: rulePath(name) });
  }
  let rule: Key | null = ofLanguage.findLast(({ key }) => key[1] === RULES)?.key ?? null;
  for (const [name, option] of style.rules) {
    const before = own?.rules.get(name);
    if (before === option) continue;
    const key = rulePath(name);
    if (before !== undefined) editing.edits.push({ op: 'set', key, text: option });
    else {
      const near = ofLanguage.findLast((unit) => unit.key[2] === key[2])?.key;
      insert({ key, text: option, after: near ?? rule ?? behind, as: key }, editing);
      rule = key;
      behind = key;
    }
  }
  editing.last = editInstructions(style, own, { ...editing, last: behind });
}

function editInstructions(
  style: NewStyle,
  own: FileStyle | undefined,
  editing: Editing,
): Key | null {
  const { edits, units } = editing;
  const path = (index: number, field: string): Key => [
    style.locale,
    INSTRUCTIONS,
    String(index),
    field,
  ];
  const before = [...namedInstructions(own?.instructions ?? [])];
  const after = namedInstructions(style.instructions);
  for (const [index, [name, one]] of before.entries()) {
    const now = after.get(name);
    const fields = ['label', 'prompt', 'source_language'].map((field) => path(index, field));
    if (now === undefined) {
      const there = fields.filter((key) => units.has(keyId(key)));
      edits.push(...there.map((key): Edit => ({ op: 'remove', key })));
      continue;
    }
    if (now.prompt !== one.prompt) {
      edits.push({ op: 'set', key: path(index, 'prompt'), text: now.prompt });
    }
    const language = path(index, 'source_language');
    const text = now.sourceLanguage;
    if (text === one.sourceLanguage) continue;
    if (text === undefined) edits.push({ op: 'remove', key: language });
    else if (one.sourceLanguage !== undefined) edits.push({ op: 'set', key: language, text });
    else insert({ key: language, text, after: path(index, 'prompt'), as: language }, editing);
  }
  const known = new Set(before.map(([name]) => name));
  let behind = editing.last;
  let next = before.length;
  for (const [at, [name, one]] of [...after].entries()) {
    if (known.has(name)) continue;
    const fields = { label: one.label, prompt: one.prompt, source_language: one.sourceLanguage };
    for (const [field, text] of Object.entries(fields)) {
      if (text === undefined) continue;
      const key = path(next, field);
      insert({ key, text, after: behind, as: path(at, field) }, editing);
      behind = key;
    }
    next += 1;
  }
  return behind;
}

interface Insertion {
  readonly key: Key;
  readonly text: string;
  readonly after: Key | null;
  /** Its key in the wanted styles. */
  readonly as: Key;
}

function insert({ key, text, after, as }: Insertion, { edits, from, wanted }: Editing): void {
  const unit = wanted.get(keyId(as));
  const origin = unit === undefined ? {} : { from: { document: from, unit } };
  edits.push({ op: 'insert', key, text, after, ...origin });
}
