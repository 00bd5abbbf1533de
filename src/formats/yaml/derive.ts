import type { DeriveOptions, Document, Edit } from '../../model/index.js';
import { applySplices, type Splice } from '../kit/splices.js';
import { outlineOf, splicesOf } from './edit.js';
import { writeKey } from './scalar.js';

/**
 * The source's own text with these edits; its root key becomes the new locale. @throws EditError
 */
export function deriveYaml(
  source: Document,
  edits: readonly Edit[],
  { locale }: DeriveOptions,
): string {
  const { root, source: text } = outlineOf(source);
  const splices: Splice[] = splicesOf(source, edits);
  if (root !== undefined && root.keyStart >= 0) {
    const { keyStart: start, keyEnd: end } = root;
    splices.push({ start, end, text: rootKey(text.slice(start, end), locale, root.parent.flow) });
  }
  return applySplices(source.text, splices);
}

/**
 * The new root key in the old one's quotes. `no` is quoted, because YAML 1.1 readers take it for
 * false.
 */
function rootKey(old: string, locale: string, flow: boolean): string {
  if (old.startsWith("'")) return `'${locale.replaceAll("'", "''")}'`;
  if (old.startsWith('"')) return JSON.stringify(locale);
  return writeKey(locale, { flow, quotes: 'double', ascii: undefined });
}
