import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { codecFor, decodeText } from '../../formats/index.js';
import type { Document } from '../../model/index.js';

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
