import { EditError, keyId } from '../../model/index.js';
import type { Codec, Document, ParseOptions } from '../../model/index.js';
import { detectIndent } from '../json/layout.js';
import { encodingIn } from '../kit/encoding.js';
import { detectNewline, hasBom } from '../kit/layout.js';
import { about } from './about.js';
import { readCatalog, spelling } from './catalog.js';
import { editCatalog, type State } from './edit.js';
import { sourceUnits, targetUnits } from './units.js';

/** Xcode's string catalogs: all locales in one file. A unit's key begins with that of its string. */
export const xcstrings: Codec = {
  ...about,
  parse,
  edit: (document, edits) =>
    edits.length === 0 ? document.text : editCatalog(stateOf(document), edits),
  derive: (source) => {
    const message = 'A string catalog holds all of its locales: no other file is made of it.';
    throw new EditError('not-writable', source.units[0]?.key ?? [], message);
  },
};

const known = new WeakMap<Document, State>();

/** `locale` says which localizations are the units; default: those of the source language. */
function parse(text: string, options: ParseOptions = {}): Document {
  const { role = 'source', source, file } = options;
  const before = source === undefined ? undefined : known.get(source);
  const catalog = before?.catalog.tree.text === text ? before.catalog : readCatalog(text, file);
  const { tree, sourceLanguage, problems } = catalog;
  const locale = spelling(catalog, options.locale ?? sourceLanguage);
  const isTarget = role === 'target';
  const locales = { source: before?.source ?? sourceLanguage, target: locale };
  const placed = isTarget ? targetUnits(catalog, locales) : sourceUnits(catalog, locale);
  const document: Document = {
    ...{ format: 'xcstrings', text, units: placed.map(({ unit }) => unit), sourceLanguage },
    ...{ newline: detectNewline(text), indent: detectIndent(tree), bom: hasBom(text) },
    ...encodingIn(options),
    ...(isTarget && { targetLanguage: locale }),
    problems: isTarget ? [] : problems,
  };
  known.set(document, {
    catalog,
    placed: new Map(placed.map((one) => [keyId(one.unit.key), one])),
    source: isTarget ? locales.source : locale,
    locale,
  });
  return document;
}

/** What is known of a document; read again of one that was not parsed here. */
function stateOf(document: Document): State {
  const state = known.get(document);
  if (state !== undefined) return state;
  const { text, targetLanguage } = document;
  const again = parse(
    text,
    targetLanguage === undefined ? {} : { role: 'target', locale: targetLanguage },
  );
  return known.get(again) ?? stateOf(again);
}
