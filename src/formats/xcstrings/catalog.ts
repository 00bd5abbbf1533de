import type { Problem } from '../../model/index.js';
import { scan } from '../json/scan.js';
import { OBJECT, STRING, type Tree } from '../json/tree.js';
import { duplicateKey } from '../kit/duplicate-key.js';
import { positions } from '../kit/positions.js';
import { formatError } from '../kit/unusable.js';

/** A key of a string catalog with its properties; nodes are those of the JSON tree. */
export interface Entry {
  readonly key: string;
  readonly node: number;
  /** Undefined if there are none, or if they are not an object. */
  readonly localizations: number | undefined;
  readonly comment: string | undefined;
  /** Not translatable, or no longer in the code: never changed. */
  readonly isKept: boolean;
}

/** A string catalog. */
export interface Catalog {
  readonly tree: Tree;
  readonly sourceLanguage: string;
  /** In file order. The last of duplicate keys counts. */
  readonly entries: ReadonlyMap<string, Entry>;
  readonly problems: readonly Problem[];
}

/** @throws FormatError for invalid JSON, or if it is not a string catalog */
export function readCatalog(text: string, file: string | undefined): Catalog {
  const tree = scan(text, file);
  const language = member(tree, 0, 'sourceLanguage');
  const strings = member(tree, 0, 'strings');
  if (language === undefined || tree.kind(language) !== STRING)
    throw wrong('expected a string catalog with a "sourceLanguage".', { tree, node: 0, file });
  if (strings === undefined || tree.kind(strings) !== OBJECT)
    throw wrong('expected a string catalog with an object "strings".', {
      ...{ tree, node: strings ?? 0, file },
    });
  const entries = new Map<string, Entry>();
  const problems: Problem[] = [];
  const lineOf = positions(text);
  for (const node of tree.children(strings)) {
    const key = tree.key(node);
    const before = entries.get(key);
    if (before !== undefined) {
      const [first, second] = [before.node, node].map((one) => lineOf(tree.keyStart(one)));
      const { line, column } = second ?? { line: 1, column: 1 };
      const where = { ...(file !== undefined && { file }), line, column, key };
      problems.push({ ...duplicateKey(key, [first?.line ?? 1, line]), ...where });
      entries.delete(key);
    }
    entries.set(key, entryOf(tree, node, key));
  }
  return { tree, sourceLanguage: tree.string(language), entries, problems };
}

function entryOf(tree: Tree, node: number, key: string): Entry {
  const localizations = objectAt(tree, node, 'localizations');
  const translate = member(tree, node, 'shouldTranslate');
  return {
    ...{ key, node, localizations, comment: stringAt(tree, node, 'comment') },
    isKept:
      stringAt(tree, node, 'extractionState') === 'stale' ||
      (translate !== undefined && tree.raw(translate) === 'false'),
  };
}

/**
 * A locale as the catalog spells it: `pt_br` is its `pt-BR`. Unchanged if the catalog has no such
 * locale.
 */
export function spelling({ tree, entries, sourceLanguage }: Catalog, locale: string): string {
  const plain = plainName(locale);
  let found: string | undefined;
  for (const { localizations } of entries.values()) {
    if (localizations === undefined) continue;
    for (const node of tree.children(localizations)) {
      if (tree.hasKey(node, locale)) return locale;
      if (found === undefined && plainName(tree.key(node)) === plain) found = tree.key(node);
    }
  }
  return found ?? (plainName(sourceLanguage) === plain ? sourceLanguage : locale);
}

function plainName(locale: string): string {
  return locale.toLowerCase().replaceAll('_', '-');
}

/** The member with a name; undefined if there is none or the node is not an object. */
export function member(tree: Tree, node: number, name: string): number | undefined {
  return tree.kind(node) === OBJECT ? tree.child(node, name) : undefined;
}

export function objectAt(tree: Tree, node: number, name: string): number | undefined {
  const found = member(tree, node, name);
  return found !== undefined && tree.kind(found) === OBJECT ? found : undefined;
}

export function stringAt(tree: Tree, node: number, name: string): string | undefined {
  const found = member(tree, node, name);
  return found !== undefined && tree.kind(found) === STRING ? tree.string(found) : undefined;
}

function wrong(
  message: string,
  {
    tree,
    node,
    file,
  }: { readonly tree: Tree; readonly node: number; readonly file: string | undefined },
): Error {
  return formatError('syntax', message, { text: tree.text, offset: tree.start(node), file });
}
