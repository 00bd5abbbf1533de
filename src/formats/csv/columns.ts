import type { Document, ParseOptions } from '../../model/index.js';
import { sameLocale } from '../kit/root-key.js';
import { formatError } from '../kit/unusable.js';
import type { Row } from './scan.js';

/** The meaning of a row's cells. */
export interface Columns {
  /** The first row contains the column names. */
  readonly hasHeader: boolean;
  readonly key: number;
  readonly text: number;
  /** In a target whose rows have both texts (`key,source,target`): column of the source text. */
  readonly source?: number;
  /** The column does not exist yet and is added after the last one. */
  readonly isNew: boolean;
  readonly notes: readonly number[];
}

const KEY = /^(?:|keys?|id|ids|name|string ?id|identifier|msgctxt)$/i;
const SOURCE = /^(?:source|original|msgid)$/i;
const TARGET = /^(?:target|translation|msgstr)$/i;
const TEXT = /^(?:text|value|string|message|translation|target|msgstr)$/i;
const NOTE = /^_?(?:comments?|notes?|description|context)$/i;
const LOCALE = /^[a-z]{2,3}(?:[-_][a-z0-9]{2,8})*$/i;

export function isLocaleName(name: string): boolean {
  return LOCALE.test(name);
}

const IN_BRACKETS = /\S\s*\(([^()]+)\)$/;

/** The locale in a column name: `de`, or `German(de)` as in Unity. */
export function localeIn(name: string): string | undefined {
  if (isLocaleName(name)) return name;
  const inside = IN_BRACKETS.exec(name)?.[1];
  return inside !== undefined && isLocaleName(inside) ? inside : undefined;
}

/** The column name for another locale, in the style of the others. */
export function columnName(locale: string, names: readonly string[]): string {
  const hasBare = names.some((name) => isLocaleName(name) && !KEY.test(name));
  if (hasBare || !names.some((name) => localeIn(name) !== undefined)) return locale;
  const language = new Intl.DisplayNames(['en'], { type: 'language', fallback: 'none' });
  try {
    return `${language.of(locale.replaceAll('_', '-')) ?? locale}(${locale})`;
  } catch {
    return locale;
  }
}

/**
 * One column per locale (`key,en,de`), or `key,source,target`, or `key,text`, or no header: then
 * the first column is the key and the second the text.
 * @throws FormatError `syntax` if a multilingual file has no column for a locale
 */
export function columnsOf(text: string, [head]: readonly Row[], options: ParseOptions): Columns {
  const names = head?.cells.map((cell) => cell.text.trim()) ?? [];
  const notes = names.flatMap((name, at) => (at > 0 && NOTE.test(name) ? [at] : []));
  const key = Math.max(
    0,
    names.findIndex((name) => KEY.test(name)),
  );
  const base = { hasHeader: true, key, notes, isNew: false };
  const own = columnOf(names, options.locale);
  if (own !== -1) return { ...base, text: own };
  const [source, target] = [SOURCE, TARGET].map((one) => names.findIndex((name) => one.test(name)));
  if (source !== undefined && target !== undefined && source !== -1 && target !== -1) {
    const columns = { ...base, key: names.some((name) => KEY.test(name)) ? key : source };
    if (options.role !== 'target') return { ...columns, text: source };
    return { ...columns, text: target, ...(columns.key !== source && { source }) };
  }
  const locales = names.filter((name, at) => at !== key && localeIn(name) !== undefined);
  const isTable = KEY.test(names[0] ?? 'x') && locales.length > 0;
  const isOnly = locales.length === 1 && !isShared(text, options.source);
  if (isTable && (isOnly || options.locale === undefined))
    return { ...base, text: names.indexOf(locales[0] ?? '') };
  if (isTable && options.role === 'target') return { ...base, text: names.length, isNew: true };
  if (isTable || isShared(text, options.source)) {
    const shown = names.filter((name) => name !== '').map((name) => `"${name}"`);
    const has = shown.length === 0 ? 'no column names' : shown.join(', ');
    const message = `no column for "${options.locale ?? ''}"; the columns in the first row are ${has}.`;
    throw formatError('syntax', message, { text, offset: 0, file: options.file });
  }
  // One file per locale, with names that describe the columns.
  const named = names.findIndex((name, at) => at !== key && TEXT.test(name));
  if (named !== -1 && names[key] !== '' && KEY.test(names[key] ?? ''))
    return { ...base, text: named };
  return { hasHeader: false, key: 0, text: 1, notes: [], isNew: false };
}

function columnOf(names: readonly string[], locale: string | undefined): number {
  if (locale === undefined) return -1;
  const exact = names.indexOf(locale, 1);
  return exact === -1 ? names.findIndex((name, at) => at > 0 && isOf(locale, name)) : exact;
}

function isOf(locale: string, name: string): boolean {
  const own = localeIn(name);
  return own !== undefined && sameLocale(own, locale);
}

/** Index of a second column of the locale, which is ignored; -1: none. */
export function secondColumn(names: readonly string[], { text, isNew }: Columns): number {
  const locale = isNew ? undefined : localeIn(names[text] ?? '');
  if (locale === undefined) return -1;
  return names.findIndex((name, at) => at > 0 && at !== text && isOf(locale, name));
}

/** The source is the same file, so columns of other locales are not the target's. */
function isShared(text: string, source: Document | undefined): boolean {
  return source?.text === text;
}
