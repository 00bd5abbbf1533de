import { readFileSync } from 'node:fs';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { TextDocument } from './protocol.js';
import type { Range, TextEdit } from 'vscode-languageserver/node';
import { positionOf } from '../engine/index.js';
import type { CodeKey } from '../code/index.js';
import type { Document, Unit } from '../model/index.js';

/** Larger texts are not looked at while they are typed: what is on disk counts. */
export const LARGEST = 2_000_000;

/** Absolute path; undefined for what is no file, such as `untitled:`. */
export function pathOfUri(uri: string): string | undefined {
  try {
    return uri.startsWith('file:') ? fileURLToPath(uri) : undefined;
  } catch {
    return undefined;
  }
}

export function uriOf(path: string): string {
  return pathToFileURL(path).href;
}

/** The open documents of the client. */
export class OpenTexts {
  readonly #byPath = new Map<string, TextDocument>();

  set(document: TextDocument): string | undefined {
    const path = pathOfUri(document.uri);
    if (path !== undefined) this.#byPath.set(path, document);
    return path;
  }

  delete(uri: string): void {
    const path = pathOfUri(uri);
    if (path !== undefined) this.#byPath.delete(path);
  }

  get(path: string): TextDocument | undefined {
    return this.#byPath.get(path);
  }

  get paths(): readonly string[] {
    return [...this.#byPath.keys()];
  }

  /** As the client names it. */
  uri(path: string): string {
    return this.#byPath.get(path)?.uri ?? uriOf(path);
  }

  /** The open document, or what is on disk; it is not kept. */
  read(path: string): TextDocument | undefined {
    const open = this.#byPath.get(path);
    if (open !== undefined) return open;
    try {
      return TextDocument.create(uriOf(path), '', 0, readFileSync(path, 'utf8'));
    } catch {
      return undefined;
    }
  }

  /** The text of a document that differs from its file; undefined: it is saved, or too large. */
  unsaved(path: string): string | undefined {
    const text = this.#byPath.get(path)?.getText();
    if (text === undefined || text.length > LARGEST) return undefined;
    try {
      const onDisk = readFileSync(path, 'utf8');
      return onDisk === text || onDisk === `\ufeff${text}` ? undefined : text;
    } catch {
      return text;
    }
  }
}

/** The range of a unit's value. Editors leave out a byte order mark, and so does `positionOf`. */
export function rangeOfUnit(place: { readonly document: Document; readonly unit: Unit }): Range {
  const { document, unit } = place;
  const { start, end } = unit.range;
  const at = (offset: number): Range['start'] => {
    const { line, column } = positionOf(document, { ...unit, range: { start: offset, end } });
    return { line: line - 1, character: column - 1 };
  };
  return { start: at(start), end: at(end) };
}

/** Where a key is in a text: without its quotes, if it is written there. */
export function spanOfKey({ at, written, line = 1 }: CodeKey, document: TextDocument): KeySpan {
  const text = document.getText();
  if (at !== undefined && at[1] <= text.length) {
    const [start, end] = /['"`]/.test(text[at[0]] ?? '') ? [at[0] + 1, at[1] - 1] : at;
    return { start, end, isWritten: text.slice(start, end) === written };
  }
  // A reader without columns: the first place behind the start of its line.
  const from = document.offsetAt({ line: line - 1, character: 0 });
  const found = text.slice(from, from + 2_000).search(QUOTED(written));
  if (found >= 0) return { start: from + found + 1, end: from + found + 1 + written.length };
  const end = document.offsetAt({ line, character: 0 });
  return { start: from, end: text.slice(from, end).trimEnd().length + from };
}

const QUOTED = (text: string): RegExp =>
  new RegExp(`['"\`:.]${text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}(?![\\w.])`);

export interface KeySpan {
  readonly start: number;
  readonly end: number;
  /** Whether the text there is the key, so that it can be replaced. */
  readonly isWritten?: boolean;
}

export function rangeIn(document: TextDocument, { start, end }: KeySpan): Range {
  return { start: document.positionAt(start), end: document.positionAt(end) };
}

/** The one edit that makes a text out of another. */
export function editBetween(document: TextDocument, after: string): readonly TextEdit[] {
  const before = document.getText();
  if (before === after) return [];
  let start = 0;
  const least = Math.min(before.length, after.length);
  while (start < least && before[start] === after[start]) start += 1;
  let same = 0;
  while (same < least - start && before.at(-1 - same) === after.at(-1 - same)) same += 1;
  // Neither half of a pair of surrogates nor of a line ending is replaced alone.
  const splits = (at: number): boolean =>
    /^(?:[\ud800-\udbff][\udc00-\udfff]|\r\n)/.test(before.slice(at - 1));
  if (start > 0 && splits(start)) start -= 1;
  if (same > 0 && splits(before.length - same)) same -= 1;
  const range = rangeIn(document, { start, end: before.length - same });
  return [{ range, newText: after.slice(start, after.length - same) }];
}
