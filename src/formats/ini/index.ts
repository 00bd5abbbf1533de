import { treeCodec } from '../kit/tree-codec.js';
import type { InsertEdit } from '../../model/index.js';
import { separatorLike } from '../kit/alignment.js';
import { isBlankLine } from '../kit/layout.js';
import type { Landing, NewNode, Place, TreeFormat } from '../kit/tree.js';
import { about } from './about.js';
import { read, type Entry, type IniFile } from './read.js';
import { nameText, valueText } from './values.js';

/** INI files: sections with pairs, or pairs alone. A key is `section`, `name`. */
const format: TreeFormat<IniFile> = {
  ...about,
  read,
  // A section may be called like a pair above all sections.
  keysGoOn: true,
  set: ({ key, text }, { unit, indent, isQuoted }, file) => {
    if (unit === undefined) return [];
    return [{ ...unit.range, text: valueText({ key, text }, file, { isQuoted, indent }) }];
  },
  rename: (name) => nameText([name], name),
  insert,
  land,
};

/** Pairs without a section come before the first one, sections after them. */
function land(
  { key }: InsertEdit,
  { parent, behind }: Landing<Entry>,
  { root, lastPair }: IniFile,
): Landing<Entry> {
  if (parent !== root) return { parent, behind };
  return {
    parent,
    behind: key.length === 1 ? Math.min(behind, lastPair) : Math.max(behind, lastPair),
  };
}

function insert(item: NewNode, place: Place<IniFile>): string {
  const { parent, run, at, file, before, after, newline } = place;
  if (parent !== file.root) return pair(item, place);
  // Pairs and the first section may come to one place.
  if (at > 0) return '';
  const pairs = run.filter(({ edit }) => edit !== undefined);
  const gap = file.hasGaps ? newline : '';
  const sections = run
    .filter(({ edit }) => edit === undefined)
    .map(({ key: [name = ''], children }) => {
      const own = children.map((child) =>
        pair(child, { ...place, before: file.sample, after: undefined }),
      );
      return `[${nameText([name], name)}]${newline}${own.join('')}`;
    });
  const isFirst = before === undefined && pairs.length === 0;
  const top = isFirst || sections.length === 0 ? '' : gap;
  const isBlank = before !== undefined && isBlankLine(file.text, before.block.end);
  const isAbove =
    after?.children !== undefined && !isBlank && (before === undefined || sections.length > 0);
  return (
    pairs.map((one) => pair(one, place)).join('') + top + sections.join(gap) + (isAbove ? gap : '')
  );
}

/** A pair in the style of its neighbours, or of the first one of the file. */
function pair({ key, edit }: NewNode, place: Place<IniFile>): string {
  const { file, before, after, newline } = place;
  const near = [before, after].filter((one) => one?.unit !== undefined);
  const models = near.length > 0 ? near : [file.sample];
  const { indent = '', isQuoted = file.isQuoted } = near[0] ?? {};
  const name = nameText(key, key.slice(key.length > 1 ? 1 : 0).join('.'));
  const between = models.flatMap((one) =>
    one === undefined ? [] : [{ name: one.name, between: one.separator, isText: true }],
  );
  const separator = separatorLike(name, between, /:/.test(models[0]?.separator ?? '') ? ':' : '=');
  const value = valueText({ key, text: edit?.text ?? '' }, file, { isQuoted, indent });
  return `${indent}${name}${separator}${isQuoted ? `"${value}"` : value}${newline}`;
}

export const ini = treeCodec(format);
