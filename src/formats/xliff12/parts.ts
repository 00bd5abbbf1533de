import type { Key } from '../../model/index.js';
import { keyId } from '../../model/index.js';
import { type Tag, unitsIn } from '../kit/xliff/nodes.js';
import { show } from './inline.js';
import type { Content, FileNode, Tree, UnitNode } from './tree.js';

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
export function partsOf(tree: Tree, names: KeyNames): ReadonlyMap<string, Part> {
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
export interface KeyNames {
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
export function ownNames({ root }: Tree): KeyNames {
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
export function namesBeside(
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
