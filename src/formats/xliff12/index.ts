import type { Codec, DeriveOptions, Document, Edit, Key, ParseOptions } from '../../model/index.js';
import { keyId } from '../../model/index.js';
import { fileFacts } from '../kit/documents.js';
import { unitsIn } from '../kit/xliff/nodes.js';
import { leftOutOf, problemsOf } from '../kit/xml/problems.js';
import { attributeAt } from '../kit/xml/tokens.js';
import { applyEdits } from './edit.js';
import { isSame, memos, read, recall, targetLanguage, type Memo } from './memo.js';
import { type FileNode, type Tree, type UnitNode } from './tree.js';
import { unitsFrom } from './units.js';

export { isVersion1 } from './scan.js';

const ATTRIBUTE = 'target-language';

/**
 * XLIFF 1.2, and 1.0 and 1.1 where they are the same. Keys: `resname` or the `<trans-unit>`'s id,
 * preceded by the file's `original` if there are several files, and followed by the segment's `mid`
 * if there are several segments.
 */
export const xliff12: Pick<Codec, 'parse' | 'edit' | 'derive'> = {
  parse(text: string, options: ParseOptions = {}): Document {
    const memo = read(text, options);
    const { tree } = memo;
    const stated = targetLanguage(tree);
    const leftOut = leftOutOf(tree, tree.root.files.flatMap(brokenIn), (unit) =>
      nameOf(unit, memo),
    );
    const sourceLanguage = tree.root.files[0]?.attributes['source-language'];
    const document: Document = {
      ...{ ...fileFacts('xliff', text, options), indent: tree.indent },
      units: unitsFrom(memo),
      problems: problemsOf(tree, options.file),
      targetLanguageAttribute: ATTRIBUTE,
      ...(leftOut !== undefined && { leftOut }),
      ...(sourceLanguage !== undefined && { sourceLanguage }),
      ...(stated !== undefined && { targetLanguage: stated, targetLanguageAt: placeOf(tree) }),
    };
    return memos.keep(document, memo);
  },

  edit(document: Document, edits: readonly Edit[]): string {
    if (edits.length === 0) return document.text;
    return applyEdits(edits, recall(document), { fresh: false, isNew: false });
  },

  derive(source: Document, edits: readonly Edit[], { language }: DeriveOptions): string {
    const memo = recall(source);
    const fresh = !isSame(targetLanguage(memo.tree), language);
    const reading = { ...memo.reading, role: 'target' } as const;
    return applyEdits(edits, { ...memo, reading, language }, { fresh, isNew: true });
  },
};

function brokenIn(file: FileNode): readonly UnitNode[] {
  return [...unitsIn(file)].filter(({ broken }) => broken);
}

/** Undefined if another unit with this key is read. */
function nameOf(unit: UnitNode, { names, parts }: Memo): Key | undefined {
  const key = names.of(unit);
  return key === undefined || parts.has(keyId(key)) ? undefined : key;
}

/** Offset of the first attribute that states the target language. */
function placeOf({ root, text }: Tree): number {
  const places = root.files.map((file) => attributeAt(file, ATTRIBUTE, text));
  return places.find((at) => at !== undefined) ?? root.start;
}
