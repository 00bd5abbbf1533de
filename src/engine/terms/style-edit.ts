import { stringify } from 'yaml';
import { yaml } from '../../formats/index.js';
import { keyId } from '../../model/index.js';
import type {
  Document,
  Edit,
  Key,
  StyleContent,
  Unit,
  StoredStyle,
  StyleInstruction,
} from '../../model/index.js';
import { targetHash } from '../../lock/index.js';
import type { AppliedTerms, Terms } from './compare-terms.js';
import { INSTRUCTIONS, RULES } from './style-file.js';
import type { FileStyle } from './style-file.js';

interface NewStyle extends StyleContent {
  /** The language's name in the file. */
  readonly locale: string;
}

/** The text of a new style file. */
export function newStyle(styles: readonly NewStyle[]): string {
  const file: Record<string, unknown> = {};
  for (const style of styles) file[style.locale] = plain(style);
  return stringify(file, { lineWidth: 0, indentSeq: true, compat: 'yaml-1.1' });
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

// A style is compared like a dictionary: the name of each rule and instruction → its value.

/** Separates a prompt from its source language. Never occurs in a style's texts. */
const SEPARATOR = '\u0000';
const INSTRUCTION = /^instruction (".*?[^\\]"|"")(?: (\d+))?$/;

/** `punctuation.dash` → option; `instruction "Tone"` → prompt. Equal labels are numbered. */
export function termsOfStyle({ rules, instructions, language }: StyleContent): Terms {
  const terms = new Map(rules);
  for (const [name, one] of namedInstructions(instructions)) terms.set(name, saying(one, language));
  return terms;
}

/** The instructions by their names in `termsOfStyle`. */
export function namedInstructions<T extends StyleInstruction>(
  instructions: readonly T[],
): ReadonlyMap<string, T> {
  const named = new Map<string, T>();
  const counts = new Map<string, number>();
  for (const one of instructions) {
    const count = (counts.get(one.label) ?? 0) + 1;
    counts.set(one.label, count);
    const name = `instruction ${JSON.stringify(one.label)}`;
    named.set(count === 1 ? name : `${name} ${count}`, one);
  }
  return named;
}

export function isInstruction(name: string): boolean {
  return INSTRUCTION.test(name);
}

/** The inverse of `termsOfStyle`. */
export function styleOfTerms(terms: Terms, language: string): StyleContent {
  const rules = new Map<string, string>();
  const instructions: StyleInstruction[] = [];
  for (const [name, text] of terms) {
    const label = INSTRUCTION.exec(name)?.[1];
    if (label === undefined) {
      rules.set(name, text);
      continue;
    }
    const [prompt = '', sourceLanguage] = text.split(SEPARATOR);
    const source = sourceLanguage === undefined ? {} : { sourceLanguage };
    instructions.push({ label: JSON.parse(label) as string, prompt, ...source });
  }
  return { language, rules, instructions };
}

/** A value of `termsOfStyle` for display. */
export function shownSaying(text: string): string {
  const [prompt = '', language] = text.split(SEPARATOR);
  return language === undefined ? prompt : `${prompt} (${language})`;
}

/**
 * The terms of a list on the service, which may give a source language to an instruction that was
 * created without one (docs/interface.md 2.2): that is not a change.
 */
export function storedTerms(stored: StoredStyle, here: Terms, applied: AppliedTerms): Terms {
  const terms = new Map(termsOfStyle(stored));
  for (const [name, text] of terms) {
    const [prompt = '', language] = text.split(SEPARATOR);
    if (language === undefined) continue;
    const own = here.get(name);
    const isOpen =
      own === undefined ? applied.get(name)?.has(targetHash(prompt)) : !own.includes(SEPARATOR);
    if (isOpen === true) terms.set(name, prompt);
  }
  return terms;
}

/** Without a source language, an instruction has that of its list. */
function saying({ prompt, sourceLanguage }: StyleInstruction, language: string): string {
  return sourceLanguage === undefined || sourceLanguage === language
    ? prompt
    : `${prompt}${SEPARATOR}${sourceLanguage}`;
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
