import { isUtf8 } from 'node:buffer';
import { join } from 'node:path';
import { TextDocument } from './protocol.js';
import type { CreateFile, Range, TextEdit, WorkspaceEdit } from 'vscode-languageserver/node';
import { moveTexts } from '../code/index.js';
import type { CatalogKey, ChangedFile, CodeKey } from '../code/index.js';
import { loadCodec } from '../formats/index.js';
import { formatKey } from '../model/index.js';
import type { Edit, Key } from '../model/index.js';
import { editBetween, rangeIn, spanOfKey, uriOf } from './places.js';
import type { OpenTexts } from './places.js';
import type { Known, Place, Project } from './project.js';
import type { Opened, Subject } from './workspace.js';

/** A change that cannot be made, and why: a sentence. */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';
}

/**
 * Changed files as an edit of the client, so that it shows and undoes them.
 * @throws ChangeError
 */
function workspaceEdit(
  texts: OpenTexts,
  root: string,
  files: readonly ChangedFile[],
): WorkspaceEdit {
  const documentChanges = files.flatMap(({ file, before, after }) => {
    const path = join(root, file);
    const uri = texts.uri(path);
    const textDocument = { uri, version: texts.get(path)?.version ?? null };
    const known = before && Buffer.from(before).toString();
    if (!isUtf8(after)) throw new ChangeError(`${file} is not in UTF-8.`);
    const edits = editsTo(texts, path, { known, next: Buffer.from(after).toString() });
    const created: CreateFile[] = before === undefined ? [{ kind: 'create', uri }] : [];
    return [...created, { textDocument, edits }];
  });
  return { documentChanges };
}

/** @throws ChangeError if a text is not the one that the change was made for */
function editsTo(
  texts: OpenTexts,
  path: string,
  { known, next }: { readonly known: string | undefined; readonly next: string },
): TextEdit[] {
  const document =
    known === undefined ? TextDocument.create(uriOf(path), '', 0, '') : texts.read(path);
  const shown = document?.getText();
  const withoutBom = (text: string): string => text.replace(/^\ufeff/, '');
  // An encoding other than UTF-8 makes it another text, too.
  if (
    document === undefined ||
    shown === undefined ||
    withoutBom(shown) !== withoutBom(known ?? '')
  )
    throw new ChangeError(`${path} has changed, or is not in UTF-8. Nothing was changed.`);
  return [...editBetween(document, shown.startsWith('\ufeff') ? next : withoutBom(next))];
}

/** @throws ChangeError if a file is not as it is on disk */
export function requireSaved(project: Project, files?: readonly string[]): void {
  const open = [...project.unsaved.keys()].filter((file) => files?.includes(file) !== false);
  if (open.length === 0) return;
  throw new ChangeError(`Save ${open.join(', ')} first: the change is made on disk.`);
}

/** @throws ChangeError */
export async function createdKey(subject: Subject | undefined): Promise<WorkspaceEdit> {
  if (subject?.key === undefined) throw new ChangeError('There is no key here.');
  const { project, known, key, texts } = subject;
  const files = (await known.keys?.added(key, project.unsaved)) ?? [];
  if (files.length === 0) throw new ChangeError(`No catalog takes the key "${key.name}".`);
  return workspaceEdit(texts, project.root, files);
}

/** @throws ChangeError */
export async function movedTexts(open: Opened | undefined, range: Range): Promise<WorkspaceEdit> {
  if (open === undefined) throw new ChangeError('There is no text here.');
  const { project, known, document, file, texts } = open;
  const [from, to] = [document.offsetAt(range.start), document.offsetAt(range.end)];
  const only = { file, text: document.getText(), from, to };
  const { files, left } = await moveTexts(known.config, { only, unsaved: project.unsaved });
  if (files.length > 0) return workspaceEdit(texts, project.root, files);
  throw new ChangeError(`The text stays: ${left[0]?.reason ?? 'it is no text that people see'}.`);
}

/** What is renamed: the catalogs' keys, and their name in one place. */
export interface Renaming {
  readonly served: readonly CatalogKey[];
  /** The key as the place writes it. */
  readonly written: string;
  /** The key as the extraction names it: with its prefix, without its namespace. */
  readonly key: string;
}

/**
 * Renames a key in all code and all catalogs. The texts stay with their keys, so the next look of
 * the engine finds their facts again.
 * @throws ChangeError
 */
export async function rename(
  { texts, project, known }: Opened,
  renaming: Renaming,
  name: string,
): Promise<WorkspaceEdit> {
  const { served, written } = renaming;
  if (bare(name) === '' || name === written)
    throw new ChangeError('Type another name for the key.');
  if (/['"`\\\n\r{}<>]/.test(name))
    throw new ChangeError(
      'The name of a key cannot have quotation marks, brackets or backslashes.',
    );
  if (headOf(name) !== '' && headOf(name) !== headOf(written))
    throw new ChangeError('A key cannot be moved into another namespace here.');
  const changes: Record<string, TextEdit[]> = {};
  const add = (path: string, edits: readonly TextEdit[]): void =>
    void (changes[texts.uri(path)] ??= []).push(...edits);
  for (const use of new Set(served.flatMap((one) => known.keys?.usesOf(one) ?? []))) {
    const path = project.absolute(use.file);
    const document = texts.read(path);
    const span = document && spanOfKey(use, document);
    if (document === undefined || span?.isWritten !== true) {
      const place = use.line === undefined ? use.file : `${use.file}:${use.line}`;
      throw new ChangeError(
        `The key is not written as one text in ${place}. Change that place first.`,
      );
    }
    const newText = renamedIn(use, written, name);
    const isMember = document.getText().charAt(span.start - 1) === '.';
    if (isMember && !/^[\p{L}_$][\p{L}\d_$]*$/u.test(newText))
      throw new ChangeError(
        `${use.file} has the key as a function, which "${newText}" cannot name.`,
      );
    add(path, [{ range: rangeIn(document, span), newText }]);
  }
  const catalogs = new Map<string, { readonly place: Place; readonly edits: Edit[] }>();
  for (const one of served) {
    const next = renamedKey(known, { one, renaming, name, sign: known.keys?.signOf(one.file) });
    for (const place of known.lookup.textsOf(one)) {
      const { path, document, unit } = place;
      const taken = document.units.find(({ key }) => isWithin(key, next) || isWithin(next, key));
      if (taken !== undefined)
        throw new ChangeError(
          `${path} has the key ${formatKey(taken.key)}, so there can be no ${formatKey(next)}.`,
        );
      // Only one of the texts would move.
      const own = formatKey(unit.key);
      if (document.problems.some(({ code, key }) => code === 'duplicate-key' && key === own))
        throw new ChangeError(
          `The key ${own} is more than once in ${path}. Remove one of them first.`,
        );
      const catalog = catalogs.get(path) ?? { place, edits: [] };
      catalogs.set(path, catalog);
      const from = { document, unit };
      const after = unit.key;
      catalog.edits.push(
        { op: 'insert', key: next, text: unit.text, after, from, movedFrom: unit.key },
        { op: 'remove', key: unit.key },
      );
    }
  }
  for (const [file, { place, edits }] of catalogs) {
    const codec = await loadCodec(file, place.file.pair.catalog);
    if (codec === undefined) throw new ChangeError(`${file} cannot be changed.`);
    const { document } = place;
    const path = project.absolute(file);
    const next = codec.edit(document, edits);
    add(path, editsTo(texts, path, { known: document.text, next }));
  }
  return { changes };
}

/** Whether a key is another one, or below it. */
function isWithin(key: Key, group: Key): boolean {
  return group.every((name, at) => key[at] === name);
}

const NAMESPACE = /^[^:]*:(?!\s)/;

function headOf(written: string): string {
  return NAMESPACE.exec(written)?.[0] ?? '';
}

/** A key as code writes it, without its namespace. */
export function bare(written: string): string {
  return written.slice(headOf(written).length);
}

/**
 * The name for a place that writes more or less of the key's prefix.
 * @throws ChangeError
 */
function renamedIn(use: CodeKey, written: string, name: string): string {
  const [own, from, to] = [bare(use.written), bare(written), bare(name)];
  if (own.endsWith(from))
    return `${headOf(use.written)}${own.slice(0, own.length - from.length)}${to}`;
  const prefix = from.slice(0, from.length - own.length);
  if (!from.endsWith(own) || !to.startsWith(prefix))
    throw new ChangeError(
      `${use.file} adds "${prefix}" to its keys, so the new name must start with it.`,
    );
  return `${headOf(use.written)}${to.slice(prefix.length)}`;
}

/**
 * The new key of a catalog, with its plural form or context.
 * @throws ChangeError
 */
function renamedKey(
  { lookup }: Known,
  {
    one: { file, key },
    renaming,
    name,
    sign = '.',
  }: {
    readonly one: CatalogKey;
    readonly renaming: Renaming;
    readonly name: string;
    readonly sign: string | undefined;
  },
): Key {
  const own = key.join(sign);
  // The name of the file may be a group of the key: `cart.title` in cart.php.
  const outer = renaming.key.endsWith(`${sign}${own}`) ? renaming.key.slice(0, -own.length) : '';
  if (!name.startsWith(outer)) throw new ChangeError(`The new name must start with "${outer}".`);
  const whole = outer + own;
  // The namespace may be a group of the catalog.
  const start = whole.startsWith(renaming.key) ? 0 : whole.indexOf(sign) + sign.length;
  const isSplit = key.length > 1 && key.some((part) => part.includes(sign));
  if (isSplit || !whole.startsWith(renaming.key, start))
    throw new ChangeError(`"${whole}" in ${file} cannot be renamed from here.`);
  const end = start + renaming.key.length;
  const at = end - bare(renaming.written).length;
  const renamed = (whole.slice(0, at) + bare(name) + whole.slice(end)).slice(outer.length);
  const { units = [] } = lookup.at(file)[0]?.document ?? {};
  const isNested = !whole.includes(sign) && units.some((unit) => unit.key.length > 1);
  return key.length > 1 || isNested ? renamed.split(sign) : [renamed];
}
