import { nameInFiles } from '../config/index.js';
import { loadCodec } from '../formats/index.js';
import { withMark } from '../model/index.js';
import { isCode } from '../text/index.js';
import type { CatalogFile } from './engine.js';
import { keyMatcher } from './units/key-glob.js';

/**
 * The content of a catalog with a mark at the end of every text that people translate; unchanged if
 * it cannot be read.
 * @param files what the catalog is; several for a file with the texts of several locales
 */
export async function markTexts(content: string, files: readonly CatalogFile[]): Promise<string> {
  let marked = content;
  for (const { path, locale, catalog } of files) {
    const codec = await loadCodec(path, catalog);
    const { bilingual, sourceDecides, keysArePlaces = false } = codec?.capabilities ?? {};
    if (codec === undefined || bilingual || sourceDecides || keysArePlaces) continue;
    const isExcluded = keyMatcher(catalog.excludedKeys);
    try {
      const document = codec.parse(marked, {
        role: 'source',
        locale: nameInFiles(catalog, locale),
        file: path,
      });
      const edits = document.units.flatMap(({ key, text, kind, translate }) => {
        const isCopied = kind === 'raw' || translate === false || isExcluded(key);
        if (isCopied || !/\p{L}/u.test(text) || isCode(key, text, 'plain')) return [];
        return { op: 'set' as const, key, text: withMark(text, [locale, path, ...key]) };
      });
      marked = codec.edit(document, edits);
    } catch {
      // Half saved, or a name or text that cannot take a mark.
      return content;
    }
  }
  return marked;
}
