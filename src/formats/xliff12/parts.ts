import { formatKey, isPluralCategory, keyId } from '../../model/index.js';
import type {
  Document,
  Edit,
  InsertEdit,
  Key,
  ParseOptions,
  PluralCategory,
} from '../../model/index.js';
import { Readings } from '../kit/documents.js';
import { isReadable, namesOf, parseForms, sorted, usualForms } from '../kit/plural-forms.js';
import { GETTEXT_HEADER, languageOf, sameLanguage, unitsIn } from '../kit/xliff/nodes.js';
import type { Reading, Tag } from '../kit/xliff/nodes.js';
import { readItems, show } from './inline.js';
import { type Content, type FileNode, scan, type Tree, type UnitNode } from './scan.js';

/** The part of the document that forms a unit: a `<trans-unit>`, or one of its segments. */
export interface Part {
  readonly key: Key;
  readonly unit: UnitNode;
  /** `mid` of the segment; undefined: the whole trans-unit. */
  readonly mid: string | undefined;
  readonly source: Tag;
  /** The element with its translation, if there is one. */
  readonly target: Tag | undefined;
}

/** Units of a file by key, in file order. Warns of those that are left out. */
function partsOf(tree: Tree, names: KeyNames): ReadonlyMap<string, Part> {
  const parts = new Map<string, Part>();
  for (const file of tree.root.files)
    for (const unit of unitsIn(file)) {
      const base = unit.broken ? undefined : names.of(unit);
      if (base === undefined) {
        if (!unit.broken) leaveOut(unit, 'a unit without an id or resname.', tree);
        continue;
      }
      for (const part of partsOfUnit(unit, base, { tree, isWhole: names.isWhole(unit) })) {
        const id = keyId(part.key);
        const twin = parts.get(id);
        if (twin !== undefined) {
          const message = `another <${twin.unit.name}> with the key "${base.at(-1) ?? ''}" follows.`;
          leaveOut(twin.unit, message, tree);
          parts.delete(id);
        }
        parts.set(id, part);
      }
    }
  return parts;
}

function leaveOut(unit: UnitNode, message: string, { warnings }: Tree): void {
  unit.broken = true;
  warnings.push({ message, offset: unit.start, unit });
}

interface Cutting {
  readonly tree: Tree;
  /** The unit counts as one text, even if it has segments. */
  readonly isWhole: boolean;
}

function partsOfUnit(unit: UnitNode, base: Key, { tree, isWhole }: Cutting): readonly Part[] {
  const { source, segSource, target } = unit;
  if (source === undefined) return [];
  const whole = { key: base, unit, mid: undefined, source, target };
  const marks = segSource?.marks ?? [];
  const [only] = marks;
  if (only === undefined) return [whole];
  if (marks.length === 1) {
    const isAlone = target?.marks.length === 1 && !hasTextOutside(target, tree.text);
    return isAlone ? [{ ...whole, target: target.marks[0] }] : [whole];
  }
  if (isWhole) return [whole];
  if (target !== undefined && target.marks.length === 0 && !isBlank(target, tree.text)) {
    leaveOut(unit, '<seg-source> has segments, but <target> has none.', tree);
    return [];
  }
  return marks.map((mark, index) => {
    const mid = mark.attributes['mid'] ?? String(index + 1);
    const translation = target?.marks.find(({ attributes }) => attributes['mid'] === mid);
    return { key: [...base, mid], unit, mid, source: mark, target: translation };
  });
}

function isBlank(content: Content, text: string): boolean {
  return text.slice(content.openEnd, content.closeStart).trim() === '';
}

function hasTextOutside({ marks, openEnd, closeStart }: Content, text: string): boolean {
  const [mark] = marks;
  if (mark === undefined) return true;
  return text.slice(openEnd, mark.start).trim() + text.slice(mark.end, closeStart).trim() !== '';
}

export function rawOf({ openEnd, closeStart }: Tag, text: string): string {
  return text.slice(openEnd, closeStart);
}

export function textOf(tag: Tag, text: string): string {
  return show(rawOf(tag, text)).text;
}

/** The names of a document's units. */
interface KeyNames {
  /** Undefined if the unit has no name. */
  of(unit: UnitNode): Key | undefined;
  /** Whether the unit is one text despite its segments, as in the source of this target. */
  isWhole(unit: UnitNode): boolean;
  /** Name of each file, which is part of keys if there are several. */
  readonly files: ReadonlyMap<string, FileNode>;
  readonly fileNames: ReadonlyMap<FileNode, string>;
  /** The document has several files, so keys start with a file's name. */
  readonly isSplit: boolean;
}

/**
 * Keys of a document without its source: `resname` (or `id`, if it is missing or not unique in the
 * file), preceded by the file's `original` if there are several files.
 */
function ownNames({ root }: Tree): KeyNames {
  const isSplit = root.files.length > 1;
  const files = new Map<string, FileNode>();
  const fileNames = new Map<FileNode, string>();
  root.files.forEach((file, index) => {
    const original = file.attributes['original'] ?? '';
    const name =
      files.has(original) || original === '' ? `${original}#${String(index + 1)}` : original;
    files.set(name, file);
    fileNames.set(file, name);
  });
  const repeated = new Map(root.files.map((file) => [file, repeatedNames(file)]));
  return {
    ...{ files, fileNames, isSplit },
    isWhole: () => false,
    of: (unit) => {
      const name = ownName(unit, repeated.get(unit.file));
      if (name === undefined) return undefined;
      return isSplit ? [fileNames.get(unit.file) ?? '', name] : [name];
    },
  };
}

function ownName({ attributes }: UnitNode, repeated?: ReadonlySet<string>): string | undefined {
  const { id, resname = '' } = attributes;
  const name = resname === '' || repeated?.has(resname) === true ? id : resname;
  return name === '' ? undefined : name;
}

/** Names of several units of a file. */
function repeatedNames(file: FileNode): ReadonlySet<string> {
  const seen = new Set<string>();
  const repeated = new Set<string>();
  for (const { attributes } of unitsIn(file)) {
    const { resname = '' } = attributes;
    if (seen.has(resname)) repeated.add(resname);
    seen.add(resname);
  }
  return repeated;
}

/**
 * Keys of a target: those of the corresponding units of its source, by `resname`, then by `id`.
 * Other units keep their own names.
 */
function namesBeside(
  tree: Tree,
  source: { readonly tree: Tree; readonly names: KeyNames },
): KeyNames {
  const own = ownNames(tree);
  const partners = partnersOf(tree, own, source.names);
  const units = new Map<FileNode, SourceUnits>();
  for (const [, theirs] of partners) units.set(theirs, unitsOf(theirs, source.names));
  const partnerOf = (unit: UnitNode): UnitNode | undefined => {
    const theirs = partners.get(unit.file);
    const known = theirs === undefined ? undefined : units.get(theirs);
    return known === undefined ? undefined : partnerIn(unit, known);
  };
  const { isSplit } = source.names;
  const fileNames = new Map(own.fileNames);
  for (const [ours, theirs] of partners)
    fileNames.set(ours, source.names.fileNames.get(theirs) ?? '');
  return {
    ...{ isSplit, fileNames, files: new Map([...fileNames].map(([file, name]) => [name, file])) },
    isWhole: (unit) => {
      const partner = partnerOf(unit);
      return partner !== undefined && (partner.segSource?.marks.length ?? 0) < 2;
    },
    of: (unit) => {
      const partner = partnerOf(unit);
      if (partner !== undefined) return source.names.of(partner);
      const name = own.of(unit)?.at(-1);
      if (name === undefined) return undefined;
      const isInFile = isSplit || !partners.has(unit.file);
      return isInFile ? [fileNames.get(unit.file) ?? '', name] : [name];
    },
  };
}

interface SourceUnits {
  readonly byResname: ReadonlyMap<string, UnitNode>;
  readonly byId: ReadonlyMap<string, UnitNode>;
}

function unitsOf(file: FileNode, names: KeyNames): SourceUnits {
  const byResname = new Map<string, UnitNode>();
  const byId = new Map<string, UnitNode>();
  for (const unit of unitsIn(file)) {
    if (unit.broken) continue;
    const { id, resname } = unit.attributes;
    if (resname !== undefined && names.of(unit)?.at(-1) === resname) byResname.set(resname, unit);
    if (id !== undefined) byId.set(id, unit);
  }
  return { byResname, byId };
}

function partnerIn(
  { attributes }: UnitNode,
  { byResname, byId }: SourceUnits,
): UnitNode | undefined {
  const { id = '', resname = '' } = attributes;
  const named = resname === '' ? undefined : byResname.get(resname);
  if (named !== undefined) return named;
  const partner = byId.get(id);
  const other = partner?.attributes['resname'] ?? '';
  // A number that tools assign anew each time is not a name.
  const isOther = resname !== '' && other !== '' && other !== resname && byResname.has(other);
  return isOther ? undefined : partner;
}

/**
 * Files of a target with the corresponding ones of its source: with the same `original`, or the
 * only ones.
 */
function partnersOf(
  { root }: Tree,
  own: KeyNames,
  source: KeyNames,
): ReadonlyMap<FileNode, FileNode> {
  const partners = new Map<FileNode, FileNode>();
  for (const [name, file] of own.files) {
    const theirs = source.files.get(name);
    if (theirs !== undefined) partners.set(file, theirs);
  }
  const [only] = source.files.values();
  const [first] = root.files;
  if (partners.size === 0 && !source.isSplit && only !== undefined && first !== undefined)
    partners.set(first, only);
  pairByFolder(partners, own, source);
  return partners;
}

/**
 * Pairs Xcode's `de.lproj/A.strings` and `en.lproj/A.strings`, if each is the only one of its kind.
 */
function pairByFolder(partners: Map<FileNode, FileNode>, own: KeyNames, source: KeyNames): void {
  const taken = new Set(partners.values());
  const free = new Map<string, FileNode | undefined>();
  for (const [name, file] of source.files) {
    const kind = withoutLocale(name);
    if (!taken.has(file)) free.set(kind, free.has(kind) ? undefined : file);
  }
  if (free.size === 0) return;
  for (const [name, file] of own.files) {
    const theirs = partners.has(file) ? undefined : free.get(withoutLocale(name));
    if (theirs === undefined) continue;
    partners.set(file, theirs);
    free.delete(withoutLocale(name));
  }
}

function withoutLocale(path: string): string {
  return path.replace(/[\w-]+\.lproj\//g, '*.lproj/');
}

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
function pluralsOf(
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

/** Facts kept for a parsed document; a copy is read again. */
export interface Memo {
  readonly tree: Tree;
  readonly reading: Reading;
  readonly names: KeyNames;
  /** By `keyId` of their keys, in file order. */
  readonly parts: ReadonlyMap<string, Part>;
  /** In a target: the source that it was read with. */
  readonly beside: Memo | undefined;
  /** Plural forms of gettext, if there are any, and the keys of their groups. */
  readonly plural: ReturnType<typeof pluralsOf>;
  /** Language of the targets, from the file or its locale. */
  readonly language: string | undefined;
}

export const memos = new Readings<Memo>();

export function recall(document: Document): Memo {
  return memos.of(document, ({ text, encoding, units }) => {
    // A document read as target has the source beside every unit.
    const role = units[0]?.source === undefined ? 'source' : 'target';
    return read(text, { role, encoding });
  });
}

/** Reads a file as `parse` does. */
export function read(
  text: string,
  { role = 'source', locale, source, ...rest }: ParseOptions,
): Memo {
  const tree = scan(text, rest);
  const beside = role === 'target' && source !== undefined ? recall(source) : undefined;
  const names = beside === undefined ? ownNames(tree) : namesBeside(tree, beside);
  const language = targetLanguage(tree) ?? languageOf(locale);
  const showsTargets = role === 'source' && isOwn(tree, languageOf(locale));
  const reading = { role: role === 'target' ? role : 'source', showsTargets } as const;
  const parts = partsOf(tree, names);
  const plural = pluralsOf(
    { tree, names },
    {
      role: reading.role,
      locale: locale ?? (role === 'target' ? language : sourceLanguageOf(tree)),
      beside: beside?.plural && { tree: beside.tree, groups: beside.plural.groups },
    },
  );
  if (beside !== undefined) warnOfOldCodes({ tree, parts }, beside);
  return { tree, reading, names, beside, plural, language, parts };
}

/** The key of a unit's part. */
export function partKey({ plural }: Pick<Memo, 'plural'>, key: Key): Key {
  return plural?.plurals.partOf(key) ?? key;
}

export function targetLanguage({ root }: Tree): string | undefined {
  return root.files.find(({ attributes }) => attributes['target-language'] !== undefined)
    ?.attributes['target-language'];
}

function sourceLanguageOf({ root }: Tree): string | undefined {
  return root.files[0]?.attributes['source-language'];
}

/**
 * Whether the targets of a source are in its own language (Symfony): the file states that, or no
 * other language. Without a locale, this cannot be recognized.
 */
function isOwn(tree: Tree, own: string | undefined): boolean {
  if (own === undefined) return false;
  const stated = targetLanguage(tree);
  if (stated === undefined) return true;
  return sameLanguage(stated, own) || sameLanguage(stated, sourceLanguageOf(tree));
}

interface Parts {
  readonly tree: Tree;
  /** By `keyId`. */
  readonly parts: ReadonlyMap<string, Part>;
}

/**
 * Warns of inline codes whose content (`<ph id="1">%s</ph>`) has changed in the source, while the
 * target still has that of its own `<source>`. Contents are not part of texts, so such a translation
 * counts as current.
 */
function warnOfOldCodes({ tree, parts }: Parts, source: Parts): void {
  for (const [id, { key, source: own, target }] of parts) {
    const now = source.parts.get(id)?.source;
    if (now === undefined || target === undefined) continue;
    const raw = rawOf(now, source.tree.text);
    const former = rawOf(own, tree.text);
    if (raw === former || !raw.includes('</')) continue;
    const [before, written] = [contentsOf(former), contentsOf(rawOf(target, tree.text))];
    for (const [name, content] of contentsOf(raw)) {
      const old = before.get(name);
      if (old === undefined || old === content || written.get(name) !== old) continue;
      const message = `${formatKey(key)}: the source has changed the content of <${name}> from "${old}" to "${content}". Change it in <source> and <target> here, too.`;
      tree.warnings.push({ message, offset: target.start });
    }
  }
}

/** Content of each code, by the code's name; white space counts as one space. */
function contentsOf(raw: string): ReadonlyMap<string, string> {
  const contents = new Map<string, string>();
  for (const item of readItems(raw)) {
    if (item.kind !== 'single' || !item.raw.includes('</')) continue;
    const inner = item.raw.slice(item.raw.indexOf('>') + 1, item.raw.lastIndexOf('</'));
    contents.set(item.name, inner.replace(/\s+/g, ' ').trim());
  }
  return contents;
}
