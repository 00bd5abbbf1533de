import { createHash } from 'node:crypto';
import { basename, extname } from 'node:path';
import { SaxesParser } from 'saxes';
import { baseLanguage } from '../facts/index.js';
import { readRegularFile } from '../disk/index.js';
import { decodeText, delimiterOf, scanRows } from '../formats/index.js';
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
  // A UUID of version 8, which is free to choose.
  const id = createHash('sha256')
    .update(name)
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

/** The source of a unit is the language that the file names, or else its first text. */
function unitsOfTmx(path: string, text: string): readonly Unit[] {
  const units: Unit[] = [];
  let [common, source, language, segment]: (string | undefined)[] = [];
  let unit: { readonly language: string; readonly text: string }[] = [];
  const parser = new SaxesParser({ xmlns: false, position: true } as const);
  parser.on('error', (error) => {
    throw new TypeError(`${path} cannot be read: ${error.message}`);
  });
  parser.on('opentag', ({ name, attributes }) => {
    if (name === 'header') common = attributes['srclang'];
    if (name === 'tu') [source, unit] = [attributes['srclang'] ?? common, []];
    if (name === 'tuv') language = attributes['xml:lang'] ?? attributes['lang'];
    if (name === 'seg') segment = '';
  });
  const add = (piece: string): void => {
    if (segment !== undefined) segment += piece;
  };
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', ({ name }) => {
    if (name === 'seg' && segment !== undefined && language !== undefined) {
      unit.push({ language, text: segment });
      segment = undefined;
    }
    if (name !== 'tu') return;
    const from = baseLanguage(source ?? '');
    const isSource = (one: { readonly language: string }) => baseLanguage(one.language) === from;
    const first = unit.find(isSource) ?? unit[0];
    if (first !== undefined) units.push([first, ...unit.filter((one) => one !== first)]);
  });
  parser.write(text).close();
  return units;
}
