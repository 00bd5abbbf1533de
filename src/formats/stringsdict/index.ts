import { characterReference } from '../kit/character-escapes.js';
import { detectNewline } from '../kit/layout.js';
import { indentIn, indentOf, setString } from '../kit/plist-layout.js';
import { withRoom } from '../kit/plist-room.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { NewNode, Place, TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { printNode } from './print.js';
import { read, type Rule, type RulesFile } from './read.js';

/** Apple's plural rules and variants, an XML property list. Keys are paths of dicts. */
const format: TreeFormat<RulesFile> = {
  ...about,
  read,
  replaces: true,
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

/**
 * Indentation inside a dict without texts: that of its settings, or one level more than its own.
 */
function innerIndent(text: string, parent: Rule, step: string): string {
  const setting = parent.value.entries.at(-1);
  return setting === undefined ? indentAt(text, parent) + step : indentOf(text, setting);
}

export const stringsdict = withRoom(treeCodec(format));
