import { join } from 'node:path';
import { TextDocument } from './protocol.js';
import type {
  TextDocumentEdit,
  CreateFile,
  TextEdit,
  WorkspaceEdit,
} from 'vscode-languageserver/node';
import { moveTexts } from '../code/index.js';
import type { CatalogKey, ChangedFile, CodeKey } from '../code/index.js';
import { loadCodec } from '../formats/index.js';
import { isSameKey } from '../model/index.js';
import type { Document, Edit, Key, Unit } from '../model/index.js';
import { editBetween, rangeIn, spanOfKey, uriOf } from './places.js';
import type { OpenTexts } from './places.js';
import type { Known, Place, Project } from './project.js';

/** A change that cannot be made, and why: a sentence. */
export class ChangeError extends Error {
  override readonly name = 'ChangeError';
}

/** Changed files as an edit of the client, so that it shows and undoes them. */
export function workspaceEdit(
  texts: OpenTexts,
  root: string,
  files: readonly ChangedFile[],
): WorkspaceEdit {
  const documentChanges = files.flatMap(
    ({ file, before, after }): (TextDocumentEdit | CreateFile)[] => {
      const path = join(root, file);
      const document = before === undefined ? undefined : texts.read(path);
      const uri = texts.uri(path);
      const created: CreateFile[] = document === undefined ? [{ kind: 'create', uri }] : [];
      const own = document ?? TextDocument.create(uriOf(path), '', 0, '');
      const text = new TextDecoder('utf-8', {
        ignoreBOM: document?.getText().startsWith('\ufeff'),
      }).decode(after);
      const edits = [...editBetween(own, text)];
      return [
        ...created,
        { textDocument: { uri, version: texts.get(path)?.version ?? null }, edits },
      ];
    },
  );
  return { documentChanges };
}

/** @throws ChangeError if a file is not as it is on disk */
export function requireSaved(project: Project, files?: readonly string[]): void {
  const open = [...project.unsaved.keys()].filter((file) => files?.includes(file) !== false);
  if (open.length === 0) return;
  throw new ChangeError(`Save ${open.join(', ')} first: what is on disk is changed.`);
}

export async function moveSelected(
  project: Project,
  { config }: Known,
  only: {
    readonly file: string;
    readonly text: string;
    readonly from: number;
    readonly to: number;
  },
): Promise<readonly ChangedFile[]> {
  const { files, left } = await moveTexts(config, { only, unsaved: project.unsaved });
  if (files.length > 0) return files;
  throw new ChangeError(`The text stays: ${left[0]?.reason ?? 'it is no text that people see'}.`);
}

/** What is renamed: the catalogs' keys, and their name in one place. */
export interface Renaming {
  readonly served: readonly CatalogKey[];
  /** The key as the place writes it. */
  readonly written: string;
}

/**
 * Renames a key in all code and all catalogs. The texts stay with their keys, so the next look of
 * the engine finds their facts again.
 * @throws ChangeError
 */
export async function rename(
  project: Project,
  known: Known,
  {
    texts,
    renaming,
    name,
  }: { readonly texts: OpenTexts; readonly renaming: Renaming; readonly name: string },
): Promise<WorkspaceEdit> {
  const { served, written } = renaming;
  if (name === '' || name === written) throw new ChangeError('Type another name for the key.');
  const uses = [...new Set(served.flatMap((one) => known.keys?.usesOf(one) ?? []))];
  const changes: Record<string, TextEdit[]> = {};
  const add = (uri: string, edit: TextEdit): void => void (changes[uri] ??= []).push(edit);
  for (const use of uses) {
    const path = project.absolute(use.file);
    const document = texts.read(path);
    const span = document && spanOfKey(use, document);
    if (document === undefined || span?.isWritten !== true || !sameEnd(use.written, written)) {
      const place = use.line === undefined ? use.file : `${use.file}:${use.line}`;
      throw new ChangeError(
        `The key is not written as one text in ${place}. Change that place first.`,
      );
    }
    const own = renamedIn(use, written, name);
    add(texts.uri(path), { range: rangeIn(document, span), newText: own });
  }
  const edits = new Map<
    string,
    { document: Document; edits: Edit[]; catalog: Place['file']['pair']['catalog'] }
  >();
  for (const one of served) {
    const next = renamedKey(one.key, { written, name, sign: known.keys?.sign ?? '.' });
    const rows = project.lookup?.rowsOf(one) ?? [];
    for (const place of [...rows.slice(0, 1), ...rows.map(inTarget)]) {
      if (place === undefined) continue;
      const path = place.isSource ? place.file.pair.source.path : place.file.target.path;
      const { document, unit } = place;
      if (document.units.some(({ key }) => isSameKey(key, next)))
        throw new ChangeError(`${path} already has the key ${next.join('.')}.`);
      const list = edits.get(path) ?? {
        document,
        edits: [],
        catalog: place.file.pair.catalog,
      };
      edits.set(path, list);
      list.edits.push(...moveOf(unit, next));
    }
  }
  for (const [file, { document, edits: own, catalog }] of edits) {
    const path = project.absolute(file);
    const codec = await loadCodec(file, catalog);
    const open = texts.read(path);
    if (codec === undefined || open === undefined) continue;
    const after = codec.edit(document, own);
    const bare = document.bom && !open.getText().startsWith('\ufeff') ? after.slice(1) : after;
    for (const edit of editBetween(open, bare)) add(texts.uri(path), edit);
  }
  return { changes };
}

function inTarget({ file, row }: Place): Place | undefined {
  const { document } = file.target;
  if (row.current === undefined || document === undefined || row.state.place === 'leaving')
    return undefined;
  return { file, row, isSource: false, document, unit: row.current };
}

function moveOf(unit: Unit, next: Key): readonly Edit[] {
  const { key, text } = unit;
  return [
    { op: 'insert', key: next, text, after: key, movedFrom: key },
    { op: 'remove', key },
  ];
}

const NAMESPACE = /^[^:]*:(?!\s)/;

function bare(written: string): string {
  return written.replace(NAMESPACE, '');
}

/** Whether one name is the other with more or less of a prefix. */
function sameEnd(one: string, other: string): boolean {
  const [a, b] = [bare(one), bare(other)];
  return a.endsWith(b) || b.endsWith(a);
}

/** The name for a place that writes more or less of the key's prefix. */
function renamedIn(use: CodeKey, written: string, name: string): string {
  const [own, from, to] = [bare(use.written), bare(written), bare(name)];
  const head = NAMESPACE.exec(use.written)?.[0] ?? '';
  if (own.endsWith(from)) return `${head}${own.slice(0, own.length - from.length)}${to}`;
  const prefix = from.slice(0, from.length - own.length);
  if (to.startsWith(prefix)) return `${head}${to.slice(prefix.length)}`;
  throw new ChangeError(
    `${use.file} adds "${prefix}" to its keys, so the new name must start with it.`,
  );
}

interface KeyRename {
  readonly written: string;
  readonly name: string;
  /** The separator between the names of a key. */
  readonly sign: string;
}

/** The catalog's key, with its plural form or context. */
function renamedKey(key: Key, { written, name, sign }: KeyRename): Key {
  const [from, to] = [bare(written), bare(name)];
  const whole = key.join(sign);
  const at = whole.lastIndexOf(from);
  if (at < 0) throw new ChangeError(`"${whole}" cannot be renamed from here.`);
  const renamed = whole.slice(0, at) + to + whole.slice(at + from.length);
  return key.length === 1 ? [renamed] : renamed.split(sign);
}
