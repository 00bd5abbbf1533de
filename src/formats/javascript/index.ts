import { literals } from '../kit/object-literals.js';
import type { LiteralNode } from '../kit/object-literals.js';
import { noRoom } from '../kit/edits.js';
import { treeCodec } from '../kit/tree-codec.js';
import type { Landing, TreeFormat } from '../kit/tree.js';
import type { InsertEdit } from '../../model/index.js';
import { about } from './about.js';
import { read, respell } from './read.js';
import type { ModuleFile } from './read.js';

/** Modules of JavaScript and TypeScript that export objects of texts. They are never run. */
const format: TreeFormat<ModuleFile> = { ...about, ...literals, read, land, derived: respell };

/**
 * What the source exports on its own is not a member of the object, and the other way round. @throws
 * EditError if there is no such statement yet
 */
function land(
  { key, from }: InsertEdit,
  { parent, behind }: Landing<LiteralNode>,
  { root, bare }: ModuleFile,
): Landing<LiteralNode> {
  const { children = [] } = parent;
  if (parent !== root || children.every(({ statement }) => statement === undefined))
    return { parent, behind };
  const name = key[0] ?? '';
  const isName = /^[A-Za-z_$][\w$]*$/.test(name);
  const own = isName ? `(?:const|let|var|exports\\.)\\s*${name.replaceAll('$', '\\$')}\\b` : '$^';
  const isOwn = parent.close === undefined || new RegExp(own).test(from?.document.text ?? '');
  const isAlike = ({ statement }: LiteralNode): boolean => (statement !== undefined) === isOwn;
  if (isOwn && !children.some(isAlike)) throw noRoom(key, key.slice(0, 1));
  if (!isOwn && !children.some(isAlike)) return { parent: bare, behind: -1 };
  const before = children.slice(0, behind + 1).findLastIndex(isAlike);
  if (before !== -1 || !isOwn) return { parent, behind: before };
  return { parent, behind: children.findIndex(isAlike) };
}

export const javascript = treeCodec(format);
