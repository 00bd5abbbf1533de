import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { baseLanguage } from '../facts/index.js';
import { readRegularFile } from '../disk/index.js';
import { decodeText, delimiterOf, readTmx, scanRows } from '../formats/index.js';
import type { MemoryInput } from './options.js';

/** A text in several languages, the first of which is the source. */
type Unit = readonly { readonly language: string; readonly text: string }[];

/**
 * A translation memory of a TMX file, or of a CSV file whose first row names the languages, the
 * source first. It is named after the file.
 * @throws TypeError for a file without translations; Error of the file system
 */
export function readMemory(path: string): MemoryInput {
  const text = decodeText(readRegularFile(path));
  const units = /\.tmx$/i.test(path) ? unitsOfTmx(path, text) : unitsOfCsv(text);
  const source = baseLanguage(units[0]?.[0]?.language ?? '');
  const segments = units.flatMap(([from, ...others]) =>
    from === undefined || baseLanguage(from.language) !== source
      ? []
      : others.map(({ language, text: to }) => ({ target: language, from: from.text, to })),
  );
  if (segments.length === 0) {
    throw new TypeError(
      `${path} has no translations: a TMX file, or a CSV file with a language at the head of each column, is needed`,
    );
  }
  const name = basename(path, extname(path));
  // A UUID of version 8, which is free to choose; equal in every checkout.
  const id = createHash('sha256')
    .update(basename(path))
    .digest('hex')
    .replace(/^(.{8})(.{4}).(.{3}).(.{3})(.{12}).*/, '$1-$2-8$3-8$4-$5');
  return { id, name, source, segments };
}

function unitsOfCsv(table: string): readonly Unit[] {
  const [head, ...rows] = scanRows(table, delimiterOf(table));
  const languages = head?.cells.map((cell) => cell.text.trim()) ?? [];
  return rows.map(({ cells }) =>
    cells.flatMap((cell, at) => {
      const language = languages[at] ?? '';
      return language === '' || cell.text === '' ? [] : [{ language, text: cell.text }];
    }),
  );
}

function unitsOfTmx(path: string, text: string): readonly Unit[] {
  try {
    return readTmx(text).units.map(({ texts }) => texts);
  } catch (error) {
    throw new TypeError(`${path} cannot be read: ${(error as Error).message}`, { cause: error });
  }
}
