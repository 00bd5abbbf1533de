import type { Codec, Document, ParseOptions } from '../../model/index.js';
import { encodingIn } from '../kit/encoding.js';
import { detectNewline, hasBom } from '../kit/layout.js';
import { applySplices } from '../kit/splices.js';
import { rejectUnusable } from '../kit/unusable.js';
import { about } from './about.js';
import { derivedText } from './derive.js';
import { duplicates } from './duplicates.js';
import { editSplices } from './edit.js';
import { PoFile } from './file.js';
import { obsoleteUnits } from './obsolete.js';
import { namesOf, sorted, usualForms } from './plural-forms.js';

const known = new WeakMap<Document, PoFile>();

/**
 * The file of a document. One that did not come from `parse` is read again, as a target if its
 * units show that.
 */
function fileOf(document: Document): PoFile {
  const file =
    known.get(document) ??
    new PoFile(document.text, {
      role: document.pluralCategories === undefined ? 'source' : 'target',
      encoding: document.encoding,
    });
  known.set(document, file);
  return file;
}

/**
 * gettext's PO and POT. `role: 'source'` reads what users see without a translation: `msgstr` if it
 * is filled, else `msgid` and `msgid_plural`. `role: 'target'` reads `msgstr`, with `msgid` beside
 * it. Both write `msgstr`.
 */
export const po: Codec = {
  ...about,
  capabilities: {
    ...about.capabilities,
    newFileForms: (locale) => sorted(namesOf(usualForms(locale), locale)),
  },

  parse(text, options: ParseOptions = {}) {
    rejectUnusable(text, options.file);
    const file = new PoFile(text, options);
    const problems = [...file.problems, ...duplicates(file, options.file)];
    const document: Document = {
      ...{ format: 'po', text, units: file.units, newline: detectNewline(text), indent: '' },
      ...{ bom: hasBom(text), ...encodingIn(options), problems },
      ...(file.syntaxes !== undefined && { syntaxes: file.syntaxes }),
      ...(options.role === 'target' && { pluralCategories: sorted(file.forms.names) }),
      get retired() {
        return obsoleteUnits(file);
      },
    };
    known.set(document, file);
    return document;
  },

  edit(document, edits) {
    if (edits.length === 0) return document.text;
    const splices = editSplices(fileOf(document), edits, (from) => fileOf(from.document));
    return applySplices(document.text, splices);
  },

  derive: (source, edits, options) => derivedText(fileOf(source), edits, options),
};
