import { formatKey, keyId } from '../../model/index.js';
import type { Codec, Document, ParseOptions } from '../../model/index.js';
import { characterReference } from '../kit/character-escapes.js';
import { fileFacts } from '../kit/documents.js';
import { namesOf, sorted, usualForms } from '../kit/plural-forms.js';
import { formatError } from '../kit/unusable.js';
import { languageOf, sameLanguage, type Reading } from '../kit/xliff/nodes.js';
import { leftOutOf, problemsOf, type Warning } from '../kit/xliff/reader.js';
import { attributeAt } from '../kit/xml/tokens.js';
import { isVersion1, xliff12 } from '../xliff12/index.js';
import { about } from './about.js';
import { applyEdits } from './edit.js';
import { memos, NO_IDS, readableIn, recall, segmentsOf, unitsOf } from './units.js';
import { plainText } from './fragment.js';
import { scan } from './scan.js';
import { type Content, type FileNode, hasSource, type Tree, type UnitNode } from './tree.js';

/**
 * XLIFF: 1.x with a separate reader; the core of 2.0, 2.1 and 2.2. Keys of XLIFF 2: file id, unit
 * id and, in a unit with several segments, the segment's id or ordinal. `role: 'source'` reads and
 * writes `<source>` (or a target in the same language, which is what people see), `role: 'target'`
 * reads and writes `<target>`.
 */
export const xliff: Codec = {
  ...about,
  capabilities: {
    ...about.capabilities,
    newFileForms: (locale) => sorted(namesOf(usualForms(locale), locale)),
  },
  escape: characterReference,

  parse(text, options = {}) {
    rejectMixedVersions(text, options);
    if (isVersion1(text)) return xliff12.parse(text, options);
    const { tree, ids } = readTarget(scan(text, options), options);
    const { attributes } = tree.root;
    const reading = readingOf(tree, options);
    const broken = tree.root.files.flatMap((file) =>
      [...file.units.values()].filter((unit) => unit.broken),
    );
    const leftOut = leftOutOf(tree, broken, ({ file, id }) => [file.key, id]);
    const document: Document = {
      ...{ ...fileFacts('xliff', text, options), indent: tree.indent },
      units: unitsOf(tree, reading),
      problems: problemsOf(tree, options.file),
      ...(leftOut !== undefined && { leftOut }),
      ...(attributes['srcLang'] !== undefined && { sourceLanguage: attributes['srcLang'] }),
      ...(attributes['trgLang'] !== undefined && {
        targetLanguage: attributes['trgLang'],
        targetLanguageAt: attributeAt(tree.root, 'trgLang', text) ?? tree.root.start,
      }),
    };
    return memos.keep(document, { tree, reading, locale: options.locale, ids });
  },

  edit(document, edits) {
    if (edits.length === 0) return document.text;
    if (isVersion1(document.text)) return xliff12.edit(document, edits);
    const { tree, reading, locale, ids } = recall(document);
    const language = document.targetLanguage ?? languageOf(locale);
    return applyEdits(edits, { tree, reading, language, ids, fresh: false });
  },

  derive(source, edits, { locale, language }) {
    if (isVersion1(source.text)) return xliff12.derive(source, edits, { locale, language });
    const { tree, reading, locale: own } = recall(source);
    const fresh = !sameLanguage(source.targetLanguage, language);
    const ids = idsFor(locale, { tree, locale: own });
    const asTarget = { ...reading, role: 'target' } as const;
    return applyEdits(edits, { tree, reading: asTarget, language, ids, fresh });
  },
};

/** A target consists of its source's elements, so both must have the same version. */
function rejectMixedVersions(text: string, { role, source, file }: ParseOptions): void {
  if (role !== 'target' || source?.format !== 'xliff') return;
  const ours = isVersion1(text);
  if (ours === isVersion1(source.text)) return;
  // Problems of the file itself, such as its version or a missing end, are reported first.
  xliff.parse(text, file === undefined ? {} : { file });
  const [is, was] = ours ? (['1.x', '2'] as const) : (['2', '1.x'] as const);
  throw formatError(
    'version',
    `this is XLIFF ${is}, but its source is XLIFF ${was}; use the same version for both.`,
    { text, offset: Math.max(0, text.indexOf('<')), file },
  );
}

/** A target with the keys of its source, and the ids of its new `<file>`s. */
function readTarget(
  tree: Tree,
  { role, locale, source }: ParseOptions,
): { readonly tree: Tree; readonly ids: ReadonlyMap<FileNode, string> } {
  if (role !== 'target' || source?.format !== 'xliff') return { tree, ids: NO_IDS };
  const from = recall(source);
  const ids = idsFor(locale, from);
  const keyed = withSourceKeys(tree, ids);
  const warnings = [...tree.warnings, ...oldDataOf(keyed, from.tree)];
  const own = new Set(tree.root.files.map(({ id }) => id));
  const keepsSourceIds = [...ids.keys()].some(({ id }) => own.has(id));
  return { tree: { ...keyed, warnings }, ids: keepsSourceIds ? NO_IDS : ids };
}

/**
 * Symfony's files of the source locale have a keyword in `<source>` and its text in `<target>`.
 * Without a locale, they cannot be recognized.
 */
function readingOf({ root }: Tree, { role = 'source', locale }: ParseOptions): Reading {
  if (role === 'template') return { role: 'source', showsTargets: false };
  const { srcLang, trgLang } = root.attributes;
  const own = languageOf(locale);
  const isOwn = own !== undefined && (sameLanguage(trgLang, srcLang) || sameLanguage(trgLang, own));
  return { role, showsTargets: role === 'source' && isOwn };
}

function normal(locale: string): string {
  return locale.toLowerCase().replaceAll('_', '-');
}

/**
 * Ids of a source's `<file>`s in a file of another locale: those that end with the source's locale,
 * as Symfony's `messages.en` does, get the new one.
 */
function idsFor(
  locale: string | undefined,
  { tree, locale: own = '' }: { readonly tree: Tree; readonly locale: string | undefined },
): ReadonlyMap<FileNode, string> {
  const ids = new Map<FileNode, string>();
  if (locale === undefined || own === '') return ids;
  for (const file of tree.root.files) {
    const { id } = file;
    const stem = id.slice(0, id.length - own.length);
    const ends = normal(id.slice(stem.length)) === normal(own);
    // A reference with the old id would be dangling.
    const isReferred = tree.text.includes(`f=${id}/`);
    if (ends && /(?:^|[^\p{L}\p{N}])$/u.test(stem) && !isReferred) ids.set(file, stem + locale);
  }
  return ids;
}

/** A target whose `<file>`s have, in keys, the ids of the corresponding source files. */
function withSourceKeys(tree: Tree, ids: ReadonlyMap<FileNode, string>): Tree {
  const bySpelling = new Map([...ids].map(([file, id]) => [normal(id), file.id]));
  if (bySpelling.size === 0) return tree;
  const files = new Map(tree.files);
  for (const file of tree.root.files) {
    const key = bySpelling.get(normal(file.id));
    if (key === undefined || files.has(key)) continue;
    files.delete(file.id);
    files.set(key, file);
    file.key = key;
  }
  return { ...tree, files };
}

/**
 * Warnings about inline codes whose original data (`<data id="d1">%s</data>`) has changed in the
 * source, while the target still has that of its own `<source>`. Data is not part of texts, so such
 * a translation counts as current.
 */
function oldDataOf(tree: Tree, source: Tree): readonly Warning[] {
  const warnings: Warning[] = [];
  for (const file of tree.root.files)
    for (const unit of readableIn(file)) {
      const now = source.files.get(file.key)?.units.get(unit.id);
      if (unit.originalData === undefined || now?.originalData === undefined || now.broken)
        continue;
      warnings.push(...oldDataIn({ unit, text: tree.text }, { unit: now, text: source.text }));
    }
  return warnings;
}

interface Place {
  readonly unit: UnitNode;
  readonly text: string;
}

function oldDataIn(own: Place, source: Place): readonly Warning[] {
  const warnings: Warning[] = [];
  const segments = new Map(segmentsOf(source.unit).map(({ key, part }) => [keyId(key), part]));
  for (const { key, part } of segmentsOf(own.unit)) {
    const now = segments.get(keyId(key));
    if (!hasSource(part) || part.target === undefined || !hasSource(now)) continue;
    const [before, written] = [dataOf(part.source, own), dataOf(part.target, own)];
    for (const [name, data] of dataOf(now.source, source)) {
      const old = before.get(name);
      if (old === undefined || old === data || written.get(name) !== old) continue;
      const message = `${formatKey(key)}: the source has changed the data of ${name} from "${old}" to "${data}". Change it in <originalData> here, too.`;
      warnings.push({ message, offset: part.target.start });
    }
  }
  return warnings;
}

const REFERENCES = ['dataRef', 'dataRefStart', 'dataRefEnd'] as const;

/** Original data of each code, by the code's name; white space counts as one space. */
function dataOf({ codes }: Content, { unit, text }: Place): ReadonlyMap<string, string> {
  const found = new Map<string, string>();
  for (const code of codes)
    for (const reference of REFERENCES) {
      const data = unit.originalData?.data.get(code.attributes[reference] ?? '');
      if (data === undefined) continue;
      const content = plainText(text.slice(data.openEnd, data.closeStart));
      const { id, startRef } = code.attributes;
      const name = id === undefined ? `startRef="${startRef ?? ''}"` : `id="${id}"`;
      const side = reference === 'dataRefEnd' ? ' (end)' : '';
      found.set(`<${code.local} ${name}>${side}`, content.replace(/\s+/g, ' ').trim());
    }
  return found;
}
