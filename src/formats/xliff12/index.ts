import { type Codec, type Document, keyId, type Unit } from '../../model/index.js';
import { fileFacts } from '../kit/documents.js';
import type { Growing } from '../kit/tree.js';
import { notesWith, originalOf, rangeOf, sameLanguage, unitsIn } from '../kit/xliff/nodes.js';
import type { Note } from '../kit/xliff/nodes.js';
import { leftOutOf, problemsOf } from '../kit/xliff/reader.js';
import { attributeAt } from '../kit/xml/tokens.js';
import { applyEdits } from './edit.js';
import { memos, rawOf, read, recall, targetLanguage, textOf } from './parts.js';
import type { Memo, Part } from './parts.js';
import { show } from './inline.js';
import { isMsgctxt } from './scan.js';
import { stateOf } from './write.js';

function unitsFrom(memo: Memo): Unit[] {
  const { parts, reading, beside, plural } = memo;
  const whole = plural === undefined ? undefined : wholeTexts(memo);
  const { role, showsTargets } = reading;
  const { text } = memo.tree;
  const units: Unit[] = [];
  const noteOf = notesWith(isForTranslators);
  for (const part of parts.values()) {
    const { unit, source } = part;
    const form = plural?.plurals.formOf(part.key);
    if (form === 'unused') continue;
    const key = form?.key ?? part.key;
    const content = role === 'source' ? originalOf(part, showsTargets) : part.target;
    const shown = content === undefined ? undefined : show(rawOf(content, text));
    // A missing target comes after what precedes it in the unit.
    const before = (part.mid !== undefined && unit.target) || (unit.segSource ?? source);
    const made: Growing<Unit> = {
      ...{ key, text: shown?.text ?? '', kind: 'text' },
      range: content === undefined ? { start: before.end, end: before.end } : rangeOf(content),
    };
    const note = noteOf(unit);
    if (note !== '') made.note = note;
    const context = unit.notes.find(isMsgctxt)?.text.trim() ?? '';
    if (context !== '') made.context = context;
    // A target without text gets the codes of its source.
    const codes = made.text === '' ? show(rawOf(source, text)) : shown;
    if (codes?.hasCodes === true) made.inline = 'xliff';
    if (!unit.translate) made.translate = false;
    // Limits in pixels or bytes are ignored.
    const { maxwidth, approved, 'size-unit': sizeUnit } = unit.attributes;
    if (maxwidth !== undefined && sizeUnit === 'char' && /^\d{1,9}$/.test(maxwidth))
      made.maxLength = Number(maxwidth);
    if (form !== undefined) made.plural = form.name;
    // As in gettext, all forms translate the text for several.
    const several = form && whole?.get(keyId(key.slice(0, -1)));
    if (several !== undefined && (role === 'target' || several !== made.text))
      made.source = several;
    else if (role === 'target' || content !== source) made.source = sourceOf(part, text, beside);
    if (role === 'target') {
      const stated = unit.target?.attributes['state'];
      const state = part.target === undefined ? 'initial' : stateOf(stated, approved);
      if (state !== undefined) made.state = state;
      // Tools copy the source into the target.
      if (state === 'initial' && made.text === made.source) made.untranslated = true;
    }
    units.push(made);
  }
  return units;
}

/** The source text of the last form of each plural. */
function wholeTexts({ parts, plural, tree }: Memo): ReadonlyMap<string, string> {
  const texts = new Map<string, string>();
  for (const { key, source } of parts.values()) {
    const form = plural?.plurals.formOf(key);
    if (typeof form === 'object')
      texts.set(keyId(form.key.slice(0, -1)), textOf(source, tree.text));
  }
  return texts;
}

/**
 * The source text beside a unit. If keyword and text of a source differ (Symfony), targets may
 * repeat either one: both count as the keyword.
 */
function sourceOf({ key, source }: Part, text: string, beside: Memo | undefined): string {
  const own = textOf(source, text);
  const theirs = beside?.reading.showsTargets === true ? beside.parts.get(keyId(key)) : undefined;
  if (beside === undefined || theirs === undefined) return own;
  const shown = textOf(originalOf(theirs, true), beside.tree.text);
  return own === shown ? textOf(theirs.source, beside.tree.text) : own;
}

/** Xcode's comment if the author wrote none. */
const NO_COMMENT = 'No comment provided by engineer.';

function isForTranslators({ text, attributes }: Note): boolean {
  const said = text.trim();
  return said !== '' && said !== NO_COMMENT && attributes['annotates'] !== 'target';
}

export { isVersion1 } from './scan.js';

const ATTRIBUTE = 'target-language';

/**
 * XLIFF 1.2, and 1.0 and 1.1 where they are the same. Keys: `resname` or the `<trans-unit>`'s id,
 * preceded by the file's `original` if there are several files, and followed by the segment's `mid`
 * if there are several segments.
 */
export const xliff12: Pick<Codec, 'parse' | 'edit' | 'derive'> = {
  parse(text, options = {}) {
    const memo = read(text, options);
    const { tree } = memo;
    const stated = targetLanguage(tree);
    const { root } = tree;
    const broken = root.files.flatMap((file) => [...unitsIn(file)].filter((unit) => unit.broken));
    const leftOut = leftOutOf(tree, broken, (unit) => {
      const key = memo.names.of(unit);
      // Another unit with this key may be read.
      return key === undefined || memo.parts.has(keyId(key)) ? undefined : key;
    });
    const sourceLanguage = root.files[0]?.attributes['source-language'];
    const statedAt = root.files
      .map((file) => attributeAt(file, ATTRIBUTE, text))
      .find((at) => at !== undefined);
    const document: Document = {
      ...{ ...fileFacts('xliff', text, options), indent: tree.indent },
      units: unitsFrom(memo),
      problems: problemsOf(tree, options.file),
      ...(memo.plural !== undefined &&
        options.role === 'target' && { pluralCategories: memo.plural.plurals.categories }),
      targetLanguageAttribute: ATTRIBUTE,
      ...(leftOut !== undefined && { leftOut }),
      ...(sourceLanguage !== undefined && { sourceLanguage }),
      ...(stated !== undefined && {
        targetLanguage: stated,
        targetLanguageAt: statedAt ?? root.start,
      }),
    };
    return memos.keep(document, memo);
  },

  edit(document, edits) {
    if (edits.length === 0) return document.text;
    return applyEdits(edits, recall(document), { fresh: false, isNew: false });
  },

  derive(source, edits, { language, locale }) {
    const memo = recall(source);
    const fresh = !sameLanguage(targetLanguage(memo.tree), language);
    const reading = { ...memo.reading, role: 'target' } as const;
    const plural = memo.plural && { ...memo.plural, plurals: memo.plural.plurals.in(locale) };
    return applyEdits(edits, { ...memo, reading, language, plural }, { fresh, isNew: true });
  },
};
