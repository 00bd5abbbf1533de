import { isPluralCategory, keyId } from '../../model/index.js';
import type { Edit, InsertEdit, Key, PluralCategory } from '../../model/index.js';
import { isReadable, namesOf, parseForms, sorted, usualForms } from '../kit/plural-forms.js';
import { GETTEXT_HEADER, unitsIn } from '../kit/xliff/nodes.js';
import { textOf } from './parts.js';
import type { KeyNames, Part } from './parts.js';
import type { Tree } from './tree.js';

type Names = readonly (PluralCategory | undefined)[];

/** `g1[0]`: a plural's name, and the index of the form in gettext. */
const MEMBER = /^(.*)\[(\d{1,2})\]$/s;

const STATED = /Plural-Forms:\s*([^\n\\]*)/;

/**
 * The plural forms of gettext, as `po2xliff` writes them: a group with a unit for each form, in the
 * order of the formula. Units have keys with the form's name (`g1.few`), parts those of the file
 * (`g1[1]`).
 */
class Plurals {
  /** Keys of the groups, by `keyId`. */
  readonly #groups: ReadonlySet<string>;
  /** By index. */
  readonly #names: Names;

  constructor(groups: ReadonlySet<string>, names: Names) {
    this.#groups = groups;
    this.#names = names;
  }

  get categories(): readonly PluralCategory[] {
    return sorted(this.#names);
  }

  /** For a target of these units, in another locale. */
  in(locale: string): Plurals {
    return new Plurals(this.#groups, namesOf(usualForms(locale), locale));
  }

  /** The form of a part; undefined if it is none, 'unused' if the language has no such form. */
  formOf(key: Key): { readonly key: Key; readonly name: PluralCategory } | 'unused' | undefined {
    const [, base, index] = MEMBER.exec(key.at(-1) ?? '') ?? [];
    if (base === undefined) return undefined;
    const group = [...key.slice(0, -1), base];
    if (!this.#groups.has(keyId(group))) return undefined;
    const name = this.#names[Number(index)];
    return name === undefined ? 'unused' : { key: [...group, name], name };
  }

  /** The part of a unit. */
  partOf(key: Key): Key {
    const index = this.#indexOf(key);
    return index === undefined ? key : memberOf(key, index);
  }

  #indexOf(key: Key): number | undefined {
    const index = this.#names.findIndex((name) => name !== undefined && name === key.at(-1));
    return index === -1 || !this.#isForm(key) ? undefined : index;
  }

  #isForm(key: Key): boolean {
    return isPluralCategory(key.at(-1)) && this.#groups.has(keyId(key.slice(0, -1)));
  }

  /** Edits of parts: forms are inserted in the order of the formula, behind the one before. */
  inParts(edits: readonly Edit[], parts: ReadonlyMap<string, Part>): readonly Edit[] {
    const done: Edit[] = [];
    const starts = new Map<string, Key | null>();
    const made = new Map<string, InsertEdit[]>();
    for (const edit of edits) {
      const index = this.#indexOf(edit.key);
      const after = edit.op === 'insert' ? edit.after : null;
      if (index === undefined) {
        // A form of the source that the target's language does not have.
        if (edit.op === 'remove' && this.#isForm(edit.key)) continue;
        const behind = after === null ? null : this.#lastOf(after, { parts, edits });
        done.push(edit.op === 'insert' ? { ...edit, after: behind } : edit);
        continue;
      }
      const key = memberOf(edit.key, index);
      if (parts.has(keyId(key)) || edit.op === 'remove') {
        done.push(edit.op === 'insert' ? { ...edit, op: 'set', key } : { ...edit, key });
        continue;
      }
      const group = keyId(edit.key.slice(0, -1));
      if (after === null || keyId(after.slice(0, -1)) !== group) starts.set(group, after);
      const same = made.get(group) ?? [];
      made.set(group, same);
      same.push({ ...edit, op: 'insert', key, after });
    }
    for (const [group, forms] of made) {
      forms.sort((a, b) => indexIn(a.key) - indexIn(b.key));
      for (const form of forms) {
        const before = this.#before(form.key, [parts, new Set(forms.map(({ key }) => keyId(key)))]);
        const start = starts.get(group) ?? null;
        const after = before ?? (start === null ? null : this.#lastOf(start, { parts, edits }));
        done.push({ ...form, after });
      }
    }
    return done;
  }

  /** The nearest form before one, in the file or new. */
  #before(key: Key, known: readonly { readonly has: (id: string) => boolean }[]): Key | undefined {
    for (let index = indexIn(key) - 1; index >= 0; index -= 1) {
      const one = [...key.slice(0, -1), (key.at(-1) ?? '').replace(MEMBER, `$1[${index}]`)];
      if (known.some((keys) => keys.has(keyId(one)))) return one;
    }
    return undefined;
  }

  /** The last part of what a key belongs to. */
  #lastOf(
    key: Key,
    {
      parts,
      edits,
    }: { readonly parts: ReadonlyMap<string, Part>; readonly edits: readonly Edit[] },
  ): Key {
    if (this.#indexOf(key) === undefined) return key;
    const own = new Set(edits.map((edit) => keyId(this.partOf(edit.key))));
    const end = memberOf(key, this.#names.length);
    return this.#before(end, [parts, own]) ?? this.partOf(key);
  }
}

function memberOf(key: Key, index: number): Key {
  return [...key.slice(0, -2), `${key.at(-2) ?? ''}[${index}]`];
}

function indexIn(key: Key): number {
  return Number(MEMBER.exec(key.at(-1) ?? '')?.[2] ?? 0);
}

/**
 * The plurals of a file; undefined if there are none.
 * @param beside those of a target's source
 * @param locale of the texts that are read, if it is known
 */
export function pluralsOf(
  { tree, names }: { readonly tree: Tree; readonly names: KeyNames },
  {
    role,
    locale,
    beside,
  }: {
    readonly role: 'source' | 'target';
    readonly locale: string | undefined;
    readonly beside: { readonly tree: Tree; readonly groups: ReadonlySet<string> } | undefined;
  },
): { readonly plurals: Plurals; readonly groups: ReadonlySet<string> } | undefined {
  const groups = new Set(beside?.groups);
  let most = 0;
  for (const file of tree.root.files)
    for (const unit of unitsIn(file)) {
      const { parent } = unit;
      if (parent.kind !== 'group' || parent.attributes['restype'] !== 'x-gettext-plurals') continue;
      const key = names.of(unit) ?? [];
      const [, base, index] = MEMBER.exec(key.at(-1) ?? '') ?? [];
      if (base === undefined) continue;
      groups.add(keyId([...key.slice(0, -1), base]));
      most = Math.max(most, Number(index) + 1);
    }
  if (groups.size === 0) return undefined;
  const language = locale ?? 'en';
  const own = namesOf(usualForms(language), language);
  if (role === 'target')
    return { groups, plurals: new Plurals(groups, statedIn(tree, beside?.tree, language) ?? own) };
  const usual: Names = most === 1 ? ['other'] : ['one', 'other'];
  return { groups, plurals: new Plurals(groups, most > 2 && own.length === most ? own : usual) };
}

/** The forms that a target's header states, unless it is a copy of its source's. */
function statedIn(tree: Tree, source: Tree | undefined, language: string): Names | undefined {
  const stated = formsIn(tree);
  if (stated === undefined || (source !== undefined && formsIn(source) === stated))
    return undefined;
  const forms = parseForms(stated);
  return isReadable(forms) ? namesOf(forms, language) : undefined;
}

function formsIn({ root, text }: Tree): string | undefined {
  for (const file of root.files)
    for (const unit of unitsIn(file)) {
      const content =
        unit.attributes['restype'] === GETTEXT_HEADER ? (unit.target ?? unit.source) : undefined;
      if (content !== undefined) return STATED.exec(textOf(content, text))?.[1]?.trim();
    }
  return undefined;
}
