import type { Codec, Document } from '../../model/index.js';
import { characterReference } from '../kit/character-escapes.js';
import { detectNewline } from '../kit/layout.js';
import { indentIn, indentOf, setString } from '../kit/plist-layout.js';
import { readPlist } from '../kit/plist.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { printNode } from './print.js';
import { read, type Rule, type RulesFile } from './read.js';

/** Apple's plural rules and variants, a property list in XML. Keys are paths of dicts. */
const format: TreeFormat<RulesFile> = {
  ...about,
  read,
  set: ({ key, text }, { value }, file) => [
    setString(text, { key, value, newline: detectNewline(file.text) }),
  ],
  insert: (node: NewNode, { file, parent, before, after, newline }: Place<RulesFile>) => {
    const { text, root } = file;
    const step = indentIn(text, root.value);
    const near = before ?? after;
    const indent = near === undefined ? innerIndent(text, parent, step) : indentAt(text, near);
    return printNode(node, indent, { newline, step });
  },
  escape: characterReference,
};

function indentAt(text: string, { entry }: Rule): string {
  return entry === undefined ? '' : indentOf(text, entry);
}

/** Of what is in a dict without texts: that of its settings, or one step more than its own. */
function innerIndent(text: string, parent: Rule, step: string): string {
  const setting = parent.value.entries.at(-1);
  return setting === undefined ? indentAt(text, parent) + step : indentOf(text, setting);
}

const codec = treeCodec(format);

export const stringsdict: Codec = {
  ...codec,
  edit: (document, edits) => codec.edit(edits.length > 0 ? opened(document) : document, edits),
};

/** A file that is `<dict/>` gets room for its first text. */
function opened(document: Document): Document {
  const { text, units, newline } = document;
  if (units.length > 0) return document;
  const { inner, start, end } = readPlist(text, undefined);
  if (inner !== undefined) return document;
  return codec.parse(`${text.slice(0, start)}<dict>${newline}</dict>${text.slice(end)}`);
}
