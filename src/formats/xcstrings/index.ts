import { EditError, keyId } from '../../model/index.js';
import type { Codec, Document, ParseOptions } from '../../model/index.js';
import { detectIndent } from '../json/layout.js';
import { asBefore, fileFacts, Readings } from '../kit/documents.js';
import { about } from './about.js';
import { readCatalog, spelling } from './catalog.js';
import { editCatalog, type State } from './edit.js';
import { sourceUnits, targetUnits } from './units.js';

/**
 * Xcode's string catalogs: all locales in one file. A unit's key starts with that of its string.
 */
export const xcstrings: Codec = {
  ...about,
  parse,
  edit: (document, edits) =>
    edits.length === 0 ? document.text : editCatalog(stateOf(document), edits),
  derive: (source) => {
    const message =
      'A string catalog contains all of its locales, so no other file can be made from it.';
    throw new EditError('not-writable', source.units[0]?.key ?? [], message);
  },
};

const readings = new Readings<State>();

/** `locale` selects the localizations that are the units. Default: those of the source language. */
function parse(text: string, options: ParseOptions = {}): Document {
  const { role = 'source', source, file } = options;
  const before = source === undefined ? undefined : readings.known(source);
  const catalog = before?.catalog.tree.text === text ? before.catalog : readCatalog(text, file);
  const { tree, sourceLanguage, problems } = catalog;
  const locale = spelling(catalog, options.locale ?? sourceLanguage);
  const isTarget = role === 'target';
  const locales = { source: before?.source ?? sourceLanguage, target: locale };
  const placed = isTarget ? targetUnits(catalog, locales) : sourceUnits(catalog, locale);
  const document: Document = {
    ...{ ...fileFacts('xcstrings', text, options), indent: detectIndent(tree), sourceLanguage },
    units: placed.map(({ unit }) => unit),
    ...(isTarget && { targetLanguage: locale }),
    problems: isTarget ? [] : problems,
  };
  return readings.keep(document, {
    catalog,
    placed: new Map(placed.map((one) => [keyId(one.unit.key), one])),
    source: isTarget ? locales.source : locale,
    locale,
  });
}

function stateOf(document: Document): State {
  return readings.of(document, ({ text, targetLanguage }) => {
    const role = targetLanguage === undefined ? 'source' : 'target';
    return stateOf(parse(text, { role, ...asBefore(document) }));
  });
}
