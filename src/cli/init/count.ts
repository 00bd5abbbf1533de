import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codecFor, decodeText } from '../../formats/index.js';
import type { Document } from '../../model/index.js';
import type { FoundLocale } from './layout.js';

/** A locale file, read as far as it can be. */
export type ReadFile =
  | { readonly ok: true; readonly strings: number; readonly sourceLanguage: string | undefined }
  | { readonly ok: false; readonly message: string };

/** Counts the translatable texts of one file (path relative to the root). */
export function readLocaleFile(root: string, path: string, locale: string): ReadFile {
  const codec = codecFor(path);
  if (codec === undefined) return { ok: true, strings: 0, sourceLanguage: undefined };
  try {
    const text = decodeText(readFileSync(join(root, path)), path);
    const document: Document = codec.parse(text, { file: path, locale });
    const strings = document.units.filter(isTranslatable).length;
    return { ok: true, strings, sourceLanguage: document.sourceLanguage };
  } catch (error) {
    return { ok: false, message: error instanceof Error ? error.message : String(error) };
  }
}

function isTranslatable(unit: Document['units'][number]): boolean {
  return unit.kind === 'text' && unit.translate !== false && unit.text.trim() !== '';
}

interface LocaleFile {
  readonly path: string;
  readonly locale: string;
}

/** Files and texts of each locale, sorted. */
export function countByLocale(
  files: readonly LocaleFile[],
  read: (path: string, locale: string) => ReadFile,
): Record<string, FoundLocale> {
  const byLocale = new Map<string, ReadFile[]>();
  for (const { path, locale } of files) {
    byLocale.set(locale, [...(byLocale.get(locale) ?? []), read(path, locale)]);
  }
  const sorted = [...byLocale].sort(([a], [b]) => (a < b ? -1 : 1));
  return Object.fromEntries(sorted.map(([locale, own]) => [locale, sum(own)]));
}

export function sum(files: readonly ReadFile[]): FoundLocale {
  const strings = files.reduce((total, file) => total + (file.ok ? file.strings : 0), 0);
  return { files: files.length, strings };
}
