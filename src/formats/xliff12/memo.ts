import type { Document, ParseOptions } from '../../model/index.js';
import { Readings } from '../kit/documents.js';
import { namesBeside, ownNames, type KeyNames } from './keys.js';
import { warnOfOldCodes } from './old-codes.js';
import { partsOf, type Part } from './parts.js';
import { scan } from './scan.js';
import type { Tree } from './tree.js';

/** How `<source>` and `<target>` of a file are read. */
export interface Reading {
  readonly role: 'source' | 'target';
  /** In a source: its targets are in the source language, so they are what people see. */
  readonly showsTargets: boolean;
}

/** Facts kept for a parsed document; a copy is read again. */
export interface Memo {
  readonly tree: Tree;
  readonly reading: Reading;
  readonly names: KeyNames;
  /** By `keyId` of their keys, in file order. */
  readonly parts: ReadonlyMap<string, Part>;
  /** In a target: the source that it was read with. */
  readonly beside: Memo | undefined;
  /** Language of the targets, from the file or its locale. */
  readonly language: string | undefined;
}

export const memos = new Readings<Memo>();

export function recall(document: Document): Memo {
  return memos.of(document, ({ text, encoding, units }) => {
    // A document read as target has the source beside every unit.
    const role = units[0]?.source === undefined ? 'source' : 'target';
    return read(text, { role, encoding });
  });
}

/** Reads a file as `parse` does. */
export function read(
  text: string,
  { role = 'source', locale, source, ...rest }: ParseOptions,
): Memo {
  const tree = scan(text, rest);
  const beside = role === 'target' && source !== undefined ? recall(source) : undefined;
  const names = beside === undefined ? ownNames(tree) : namesBeside(tree, beside);
  const language = targetLanguage(tree) ?? languageOf(locale);
  const showsTargets = role === 'source' && isOwn(tree, languageOf(locale));
  const reading = { role: role === 'target' ? role : 'source', showsTargets } as const;
  const parts = partsOf(tree, names);
  if (beside !== undefined) warnOfOldCodes({ tree, parts }, beside);
  return { tree, reading, names, beside, language, parts };
}

export function targetLanguage({ root }: Tree): string | undefined {
  return root.files.find(({ attributes }) => attributes['target-language'] !== undefined)
    ?.attributes['target-language'];
}

/**
 * Whether the targets of a source are in its own language (Symfony): the file states that, or no
 * other language. Without a locale, this cannot be recognized.
 */
function isOwn(tree: Tree, own: string | undefined): boolean {
  if (own === undefined) return false;
  const stated = targetLanguage(tree);
  if (stated === undefined) return true;
  return isSame(stated, own) || isSame(stated, tree.root.files[0]?.attributes['source-language']);
}

export function isSame(a: string | undefined, b: string | undefined): boolean {
  return a !== undefined && b !== undefined && tagOf(a).toLowerCase() === tagOf(b).toLowerCase();
}

/** The locale of a file name as a language tag. */
function languageOf(locale: string | undefined): string | undefined {
  return locale === undefined || locale === '' ? undefined : tagOf(locale);
}

function tagOf(locale: string): string {
  return locale.replaceAll('_', '-');
}
