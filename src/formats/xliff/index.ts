import { encodingIn, XML_DECLARATION } from '../kit/encoding.js';
import type { Codec, Document, ParseOptions, Problem } from '../../model/index.js';
import { ENDINGS } from '../endings.js';
import { hasBom } from '../kit/layout.js';
import { positions } from '../kit/positions.js';
import { applyEdits } from './edit.js';
import { idsFor, keepsSourceIds, withSourceKeys } from './file-ids.js';
import { NO_IDS, recall, remember, type Memo } from './find.js';
import { sameLanguage } from './insert.js';
import { scan } from './scan.js';
import { readAttributes } from '../kit/xml/tokens.js';
import type { Tree } from './tree.js';
import { unitsOf, type Reading } from './units.js';

/**
 * XLIFF 2.0, 2.1 and 2.2 core. Keys: file id, unit id, and where a unit has several segments the
 * segment's id or ordinal. `role: 'source'` reads and writes `<source>` (or a target of the same
 * language, which is what people see), `role: 'target'` reads and writes `<target>`.
 */
export const xliff: Codec = {
  name: 'xliff',
  extensions: ENDINGS.xliff,
  capabilities: {
    arrays: false,
    sourceDecides: true,
    bilingual: true,
    targetLanguageAttribute: 'trgLang',
    syntaxes: ['icu'],
    onlyTexts: true,
    takesNewKeys: false,
    declaredEncoding: XML_DECLARATION,
  },
  escape: (character) => `&#x${(character.codePointAt(0) ?? 0).toString(16).toUpperCase()};`,

  parse(text, options = {}) {
    const { tree, ids } = readTarget(scan(text, options), options);
    const { attributes } = tree.root;
    const reading = readingOf(tree, options);
    const document: Document = {
      ...{ format: 'xliff', text, units: unitsOf(tree, reading) },
      ...{ newline: tree.newline, indent: tree.indent, bom: hasBom(text), ...encodingIn(options) },
      problems: problemsOf(tree, options.file),
      ...(attributes['srcLang'] !== undefined && { sourceLanguage: attributes['srcLang'] }),
      ...(attributes['trgLang'] !== undefined && {
        targetLanguage: attributes['trgLang'],
        targetLanguageAt: placeOf('trgLang', tree),
      }),
    };
    remember(document, { tree, reading, locale: options.locale, ids });
    return document;
  },

  edit(document, edits) {
    if (edits.length === 0) return document.text;
    const { tree, reading, locale, ids } = recall(document);
    const language = document.targetLanguage ?? languageOf(locale);
    return applyEdits(edits, { tree, reading, language, ids, fresh: false });
  },

  derive(source, edits, { locale, language }) {
    const { tree, reading, locale: own } = recall(source);
    const fresh = !sameLanguage(source.targetLanguage, language);
    const ids = idsFor(locale, { tree, locale: own });
    const asTarget = { ...reading, role: 'target' } as const;
    return applyEdits(edits, { tree, reading: asTarget, language, ids, fresh });
  },
};

/** A target with the keys of its source, and the ids that new `<file>`s get in it. */
function readTarget(
  tree: Tree,
  { role, locale, source }: ParseOptions,
): Pick<Memo, 'tree' | 'ids'> {
  if (role !== 'target' || source?.format !== 'xliff') return { tree, ids: NO_IDS };
  const ids = idsFor(locale, recall(source));
  return { tree: withSourceKeys(tree, ids), ids: keepsSourceIds(tree, ids) ? NO_IDS : ids };
}

/**
 * Symfony's own files of the source locale have a keyword in `<source>` and its text in `<target>`.
 * Without a locale, nothing says that a file is one of them.
 */
function readingOf({ root }: Tree, { role = 'source', locale }: ParseOptions): Reading {
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

/** In document order. What is wrong in the same way in many places is told of the first one. */
function problemsOf({ text, warnings }: Tree, file: string | undefined): readonly Problem[] {
  if (warnings.length === 0) return [];
  const placeOf = positions(text);
  const told = new Set<string>();
  return warnings
    .toSorted((a, b) => a.offset - b.offset)
    .filter(({ message, unit }) => {
      if (unit === undefined && told.has(message)) return false;
      told.add(message);
      return true;
    })
    .map(({ message, offset, unit }): Problem => {
      const { line, column } = placeOf(offset);
      const left = unit === undefined ? '' : ' This unit is left out.';
      return {
        code: unit === undefined ? 'module-constraint' : 'invalid-unit',
        ...{ severity: 'warning', message: message + left, line, column },
        ...(file !== undefined && { file }),
      };
    });
}
