import type { Codec, Document, Key, ParseOptions } from '../../model/index.js';
import { characterReference } from '../kit/character-escapes.js';
import { fileFacts } from '../kit/documents.js';
import { leftOutOf, problemsOf } from '../kit/xml/problems.js';
import { isVersion1, xliff12 } from '../xliff12/index.js';
import { about } from './about.js';
import { applyEdits } from './edit.js';
import { idsFor, keepsSourceIds, withSourceKeys } from './file-ids.js';
import { NO_IDS, recall, remember, type Memo } from './find.js';
import { sameLanguage } from './insert.js';
import { oldDataOf } from './old-data.js';
import { scan } from './scan.js';
import { formatError } from '../kit/unusable.js';
import { readAttributes } from '../kit/xml/tokens.js';
import type { FileNode, Tree, UnitNode } from './tree.js';
import { unitsOf, type Reading } from './units.js';

/**
 * XLIFF: 1.x with a separate reader; the core of 2.0, 2.1 and 2.2. Keys of XLIFF 2: file id, unit
 * id and, in a unit with several segments, the segment's id or ordinal. `role: 'source'` reads and
 * writes `<source>` (or a target in the same language, which is what people see), `role: 'target'`
 * reads and writes `<target>`.
 */
export const xliff: Codec = {
  ...about,
  escape: characterReference,

  parse(text, options = {}) {
    rejectMixedVersions(text, options);
    if (isVersion1(text)) return xliff12.parse(text, options);
    const { tree, ids } = readTarget(scan(text, options), options);
    const { attributes } = tree.root;
    const reading = readingOf(tree, options);
    const leftOut = leftOutOf(tree, tree.root.files.flatMap(brokenIn), nameOf);
    const document: Document = {
      ...{ ...fileFacts('xliff', text, options), indent: tree.indent },
      units: unitsOf(tree, reading),
      problems: problemsOf(tree, options.file),
      ...(leftOut !== undefined && { leftOut }),
      ...(attributes['srcLang'] !== undefined && { sourceLanguage: attributes['srcLang'] }),
      ...(attributes['trgLang'] !== undefined && {
        targetLanguage: attributes['trgLang'],
        targetLanguageAt: placeOf('trgLang', tree),
      }),
    };
    return remember(document, { tree, reading, locale: options.locale, ids });
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

function brokenIn(file: FileNode): readonly UnitNode[] {
  return [...file.units.values()].filter(({ broken }) => broken);
}

function nameOf({ file, id }: UnitNode): Key {
  return [file.key, id];
}

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
): Pick<Memo, 'tree' | 'ids'> {
  if (role !== 'target' || source?.format !== 'xliff') return { tree, ids: NO_IDS };
  const from = recall(source);
  const ids = idsFor(locale, from);
  const keyed = withSourceKeys(tree, ids);
  const warnings = [...tree.warnings, ...oldDataOf(keyed, from.tree)];
  return { tree: { ...keyed, warnings }, ids: keepsSourceIds(tree, ids) ? NO_IDS : ids };
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

/** The locale of a file name as a language tag. */
function languageOf(locale: string | undefined): string | undefined {
  return locale === undefined || locale === '' ? undefined : locale.replaceAll('_', '-');
}

/** Offset of an attribute of the root element. */
function placeOf(name: string, { root, text }: Tree): number {
  const tag = text.slice(root.start, root.openEnd);
  const attribute = readAttributes(tag).find((one) => one.name === name);
  return attribute === undefined ? root.start : text.indexOf(name, root.start + attribute.start);
}
