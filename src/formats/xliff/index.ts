import { locate } from '../../model/index.js';
import type { Codec, Document, ParseOptions, Problem } from '../../model/index.js';
import { hasBom } from '../shared/layout.js';
import { applyEdits } from './edit.js';
import { recall, remember } from './find.js';
import { sameLanguage } from './insert.js';
import { scan } from './scan.js';
import type { Tree } from './tree.js';
import { unitsOf, type Role } from './units.js';

/**
 * XLIFF 2.0, 2.1 and 2.2 core. Keys: file id, unit id, and where a unit has several segments the segment's id
 * or ordinal. `role: 'source'` reads and writes `<source>`, `role: 'target'` reads and writes `<target>`.
 */
export const xliff: Codec = {
  name: 'xliff',
  extensions: ['.xlf', '.xliff', '.xlf2'],

  parse(text, options = {}) {
    const tree = scan(text, options);
    const role = options.role ?? 'source';
    const { attributes } = tree.root;
    const document: Document = {
      ...{ format: 'xliff', text, units: unitsOf(tree, role) },
      ...{ newline: tree.newline, indent: tree.indent, bom: hasBom(text) },
      problems: problemsOf(tree, options.file),
      ...(attributes['srcLang'] !== undefined && { sourceLanguage: attributes['srcLang'] }),
      ...(attributes['trgLang'] !== undefined && { targetLanguage: attributes['trgLang'] }),
    };
    remember(document, { tree, language: languageOf(options) });
    return document;
  },

  edit(document, edits) {
    if (edits.length === 0) return document.text;
    const { tree, language } = recall(document);
    const said = document.targetLanguage ?? language;
    return applyEdits(edits, { tree, role: roleOf(document), language: said, fresh: false });
  },

  derive(source, edits, { language }) {
    const { tree } = recall(source);
    const fresh = !sameLanguage(source.targetLanguage, language);
    return applyEdits(edits, { tree, role: 'target', language, fresh });
  },
};

/** A document read as target has the source beside every unit, and every file has units. */
function roleOf({ units }: Document): Role {
  return units[0]?.source === undefined ? 'source' : 'target';
}

/** The locale of a file name as a language tag. */
function languageOf({ locale }: ParseOptions): string | undefined {
  return locale === undefined || locale === '' ? undefined : locale.replaceAll('_', '-');
}

/** Warnings stand in document order, so that one walk finds all their lines. */
function problemsOf({ text, warnings }: Tree, file: string | undefined): readonly Problem[] {
  let line = 1;
  let start = 0;
  return warnings.map(({ message, offset }) => {
    const place = locate(text.slice(start), offset - start);
    const column = place.column;
    line += place.line - 1;
    start = offset - (column - 1);
    return {
      ...{
        code: 'module-constraint' as const,
        severity: 'warning' as const,
        message,
        line,
        column,
      },
      ...(file !== undefined && { file }),
    };
  });
}
