import { EditError, formatKey, keyId, type SetEdit } from '../../model/index.js';
import type { Splice } from '../kit/splices.js';
import { setAttribute } from '../kit/xml/attributes.js';
import { cutOut, fill } from '../kit/xliff/places.js';
import { memos, recall, type Memo } from './memo.js';
import { originalOf, textOf, type Part } from './parts.js';
import { renderText } from './text.js';
import type { FileNode, Tree, UnitNode } from './tree.js';
import { isVersion1 } from './version.js';
import { changedSource, writeSource, type Origin } from './write-source.js';
import { writeTarget, type PartEdit } from './write-target.js';

export interface Writing extends Memo {
  /** Existing targets are in another language and are removed. */
  readonly fresh: boolean;
  /** The file is new: each `<file>` gets the language of its targets. */
  readonly isNew: boolean;
  /** Targets of the file state their state. */
  readonly hasStates: boolean;
}

/** The splices of the sets, unit by unit. */
export function setSplices(sets: readonly SetEdit[], writing: Writing): Splice[] {
  const { parts, reading } = writing;
  const byUnit = new Map<UnitNode, PartEdit[]>();
  const splices: Splice[] = [];
  for (const edit of sets) {
    const part = parts.get(keyId(edit.key));
    if (part === undefined) continue;
    if (reading.role === 'source') splices.push(...sourceSplices(edit, part, writing));
    else {
      const list = byUnit.get(part.unit) ?? [];
      list.push({ part, edit, origin: originOf(edit) });
      byUnit.set(part.unit, list);
    }
  }
  for (const [unit, edits] of byUnit) splices.push(...targetSplices(unit, edits, writing));
  return splices;
}

function sourceSplices(edit: SetEdit, part: Part, { tree, reading }: Writing): Splice[] {
  const tag = originalOf(part, reading.showsTargets);
  if (textOf(tag, tree.text) === edit.text) return [];
  if (!part.unit.translate)
    throw new EditError('not-writable', edit.key, `${formatKey(edit.key)} has translate="no".`);
  const { key, text } = edit;
  const inner = renderText({ key, text, source: { tag, tree }, old: { tag, tree } }, tree);
  return [fill(tag, inner, tree.text)];
}

function targetSplices(unit: UnitNode, edits: readonly PartEdit[], writing: Writing): Splice[] {
  const { tree } = writing;
  const changed = edits.find(({ part, origin }) => origin && changedSource(part, origin, tree));
  const source = changed?.origin === undefined ? [] : writeSource(unit, changed.origin, tree);
  return [...source, ...writeTarget(unit, edits, writing)];
}

/** Today's source part, if the edit names it. */
export function originOf({ from }: Pick<SetEdit, 'from'>): Origin | undefined {
  if (from === undefined || !isKnown(from.document)) return undefined;
  const { tree, parts, reading } = recall(from.document);
  const part = parts.get(keyId(from.unit.key));
  return part && { part, tree, showsTargets: reading.showsTargets };
}

function isKnown(document: Parameters<typeof recall>[0]): boolean {
  const isRead = memos.known(document) !== undefined;
  return isRead || (document.format === 'xliff' && isVersion1(document.text));
}

const LANGUAGE = /^[a-z]{1,8}(?:-[a-z\d]{1,8})*$/i;

export function languageSplice(file: FileNode, language: string | undefined, tree: Tree): Splice {
  if (language === undefined || !LANGUAGE.test(language))
    throw new EditError(
      'not-writable',
      [],
      `"${language ?? ''}" is not a language tag such as de or pt-BR.`,
    );
  const attribute = { name: 'target-language', value: language, after: 'source-language' };
  return setAttribute(file, attribute, tree.text);
}

/** Removes a target in another language, with its attributes. */
export function dropTarget(unit: UnitNode, { text }: Tree): Splice[] {
  const { target, attributes } = unit;
  if (target === undefined) return [];
  const isApproved = attributes['approved'] === 'yes';
  return [
    ...(isApproved ? [setAttribute(unit, { name: 'approved', value: 'no' }, text)] : []),
    cutOut(target, text),
  ];
}
