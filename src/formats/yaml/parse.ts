import type { Document, ParseOptions, Range, Key, References, Use } from '../../model/index.js';
import { fileFacts } from '../kit/documents.js';
import { hasSectionLike, requireRootKey, sameLocale } from '../kit/root-key.js';
import { formatError, rejectUnusable } from '../kit/unusable.js';
import { compose } from './compose.js';
import type { Composed } from './compose.js';
import { outlines, baseOf, entriesByName, entryAt } from './outline.js';
import type { Collection, Outline, Entry } from './outline.js';
import { walkDocuments } from './walk.js';

/** Characters that no YAML reader accepts in a file, escaped or not. */

const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f-\u0084\u0086-\u009f\ufffe\uffff]/;

/** @throws FormatError */
export function parseYaml(text: string, options: ParseOptions = {}): Document {
  const { file, locale } = options;
  rejectUnusable(text, file);
  rejectControls(text, file);
  // The parser only knows the line ends \n and \r\n; offsets stay the same.
  const source = text.includes('\r') ? text.replace(/\r(?!\n)/g, '\n') : text;
  const composed = compose(source, file);
  const filled = composed.filter(({ contents }) => hasContent(contents));
  const empty = filled.length === 1 ? emptyCollection(filled[0]?.contents) : undefined;
  const documents = empty === undefined ? filled : [];
  if (documents.length > 1) rejectSeveralRoots(text, documents, options);
  const rootLocale = hasSectionLike(options) ? undefined : locale;
  const walked = walkDocuments({ text, source, documents, file, locale: rootLocale });
  const { units, problems, root, step } = walked;
  if (root === undefined) checkTop(text, walked.documents, options);
  requireAsManyAsSource(text, documents, options);
  const { leaves, aliases, anchors, documents: tops } = walked;
  const emptyAt = empty ?? contentPlace(source, composed);
  const outline: Outline = {
    ...{ source, documents: tops, root, locale, emptyAt, leaves, aliases, anchors },
  };
  const references = referencesOf(outline);
  const document: Document = {
    ...{ ...fileFacts('yaml', text, options), units, problems, indent: ' '.repeat(step) },
    ...(root !== undefined && { targetLanguage: root.name }),
    ...(references !== undefined && { references }),
  };
  return outlines.keep(document, outline);
}

const MERGE = '<<';

/** The longest key. No file is nested as deeply, but aliases of aliases can go on without end. */
const LONGEST_KEY = 200;

/**
 * The keys that aliases and merge keys repeat, followed one key at a time: nothing is ever
 * expanded. Undefined if there are none.
 */
function referencesOf(outline: Outline): References | undefined {
  if (outline.anchors.size === 0 && !outline.source.includes(MERGE)) return undefined;
  const lookup = new Lookup(outline);
  return { shows: (key) => lookup.shows(key), usesOf: (key) => usesOf(outline, key) };
}

/** Looks up keys through references. The names in a collection are indexed once for all keys. */
class Lookup {
  readonly #outline: Outline;
  readonly #merges = new Map<Collection, readonly Entry[]>();

  constructor(outline: Outline) {
    this.#outline = outline;
  }

  /** Whether the key has a value, and only through an alias or a merge key. */
  shows(key: Key): boolean {
    const [base, path] = baseOf(this.#outline, key);
    let collection = base;
    let referred = false;
    for (const name of path) {
      if (collection === undefined) return false;
      const own = entriesByName(collection).get(name);
      const entry = own ?? this.#merged(collection, name);
      if (entry === undefined) return false;
      referred ||= own === undefined || own.style === 'alias';
      collection = this.#contentOf(entry);
    }
    return referred;
  }

  /** The entry with this name in what a mapping merges; each mapping is visited once. */
  #merged(collection: Collection, name: string): Entry | undefined {
    const seen = new Set([collection]);
    for (const map of seen) {
      const found = map === collection ? undefined : entriesByName(map).get(name);
      if (found !== undefined) return found;
      for (const merge of this.#mergesOf(map)) for (const one of this.#mapsOf(merge)) seen.add(one);
    }
    return undefined;
  }

  /** The content of a merge key: a mapping, or several in a sequence. */
  #mapsOf(merge: Entry): readonly Collection[] {
    const content = this.#contentOf(merge);
    if (content?.kind !== 'seq') return content === undefined ? [] : [content];
    return content.entries.flatMap((entry) => this.#contentOf(entry) ?? []);
  }

  #contentOf(entry: Entry): Collection | undefined {
    return entry.style === 'alias' ? this.#outline.anchors.get(entry)?.child : entry.child;
  }

  #mergesOf(collection: Collection): readonly Entry[] {
    const known =
      this.#merges.get(collection) ??
      collection.entries.filter(({ name }) => collection.kind === 'map' && name === MERGE);
    this.#merges.set(collection, known);
    return known;
  }
}

/**
 * Places where aliases repeat a unit, each alias once: further repetitions by an alias bomb are
 * left out.
 */
function usesOf(outline: Outline, key: Key): readonly Use[] {
  const unit = entryAt(outline, key);
  const uses: Use[] = [];
  const seen = new Set<Entry>();
  const queue: { readonly from: Entry | undefined; readonly rest: Key }[] = [
    { from: unit, rest: [] },
  ];
  for (const { from, rest: below } of queue) {
    let rest = below;
    for (let at = from; at !== undefined; at = at.parent.owner) {
      for (const alias of outline.aliases.get(at) ?? []) {
        if (seen.has(alias) || rest.length > LONGEST_KEY) continue;
        seen.add(alias);
        const merging = mergingMap(alias);
        const place = merging === undefined ? alias : merging.owner;
        const shown = [...(place === undefined ? [] : keyOf(outline, place)), ...rest];
        uses.push({ key: shown, isAlias: at === unit && merging === undefined });
        queue.push({ from: place, rest });
      }
      rest = [at.name, ...rest];
    }
  }
  return uses;
}

/** The mapping that an alias is merged into. */
function mergingMap({ name, parent }: Entry): Collection | undefined {
  if (parent.kind === 'map') return name === MERGE ? parent : undefined;
  const { owner } = parent;
  return owner?.name === MERGE && owner.parent.kind === 'map' ? owner.parent : undefined;
}

/** The key of an entry, in the form of unit keys. */
function keyOf({ root, documents }: Outline, entry: Entry): Key {
  const names: string[] = [];
  let top = entry.parent;
  for (let at: Entry | undefined = entry; at !== undefined; at = at.parent.owner) {
    if (at !== root) names.unshift(at.name);
    top = at.parent;
  }
  return documents.length > 1 ? [String(documents.indexOf(top)), ...names] : names;
}

function rejectControls(text: string, file: string | undefined): void {
  const offset = text.search(CONTROL);
  if (offset === -1) return;
  const code = text.charCodeAt(offset).toString(16).padStart(4, '0').toUpperCase();
  throw formatError(
    'syntax',
    `the control character U+${code} is not allowed in YAML; escape it in double quotes.`,
    {
      ...{ text, offset, file },
    },
  );
}

function hasContent(contents: Composed['contents']): boolean {
  if (contents === null) return false;
  return contents.range[0] < contents.range[1];
}

/** An empty top-level collection, which the first content replaces. */
function emptyCollection(contents: Composed['contents'] | undefined): Range | undefined {
  if (!contents || !('items' in contents) || contents.items.length > 0) return undefined;
  return { start: contents.range[0], end: contents.range[1] };
}

function checkTop(text: string, tops: readonly Collection[], options: ParseOptions): void {
  const [top, ...others] = tops;
  const first = top?.entries[0];
  if (top === undefined || first === undefined) return;
  const single = others.length === 0 && top.entries.length === 1;
  const holdsTexts = first.style === 'collection' || first.style === 'empty';
  const onlyKey = single && holdsTexts ? first.name : undefined;
  requireRootKey({ text, offset: first.start, onlyKey }, options);
}

/** Readers of Rails catalogs use the first document and silently ignore the others. */
function rejectSeveralRoots(
  text: string,
  documents: readonly Composed[],
  { locale, file }: ParseOptions,
): void {
  if (locale === undefined) return;
  for (const { contents } of documents.slice(1)) {
    if (contents === null || !('items' in contents)) continue;
    const [first] = contents.items;
    const key = first !== undefined && 'key' in first ? first.key : null;
    if (key === null || !('value' in key) || !sameLocale(String(key.value), locale)) continue;
    throw formatError(
      'several-documents',
      `"${locale}" starts a second YAML document here, whose texts would not be read; expected a single document.`,
      {
        ...{ text, offset: contents.range[0], file },
      },
    );
  }
}

/**
 * A text belongs to its document, and edits create none: texts of a missing document would be
 * written under its index, where no reader finds them.
 */
function requireAsManyAsSource(
  text: string,
  documents: readonly Composed[],
  { source, file }: ParseOptions,
): void {
  const expected = source === undefined ? undefined : outlines.known(source)?.documents.length;
  const count = documents.length;
  if (expected === undefined || count === expected || Math.max(count, expected) < 2) return;
  const offset = documents[expected]?.contents?.range[0] ?? text.trimEnd().length;
  const next =
    count === 0
      ? 'delete the file, and it is created again.'
      : count < expected
        ? 'add the missing ones, each after a `---` line.'
        : 'remove the one that starts here, or add it to the source.';
  throw formatError(
    'several-documents',
    `YAML documents with content: ${count} here, but ${expected} in the source; ${next}`,
    { text, offset, file },
  );
}

/** Where the first content goes: before a document end marker, otherwise at the end of the file. */
function contentPlace(source: string, composed: readonly Composed[]): Range {
  const marker = composed.length === 0 ? null : /^\.\.\.(?=\s|$)/m.exec(source);
  const at = marker?.index ?? source.length;
  return { start: at, end: at };
}
