import type { BareSources } from './bare-sources.js';
import type { CatalogPattern } from './catalog-pattern.js';
import type { ReadFile } from './count.js';
import { escapePattern } from './escape-pattern.js';
import type { FoundLocale } from './layout.js';
import { isEnglish } from './locale-names.js';

/** The fewest translations that suggest a separate source. */
const LEAST_LOCALES = 3;

interface Beside {
  /** Numbers of files and texts by locale. */
  readonly counted: Readonly<Record<string, FoundLocale>>;
  /** Every path of the project. */
  readonly files: readonly string[];
  readonly read: (path: string, locale: string) => ReadFile;
}

/**
 * The source of translations into many languages without English, or with empty English: the only
 * file beside them with about as many texts, such as `main.json` beside `ar.json`.
 */
export function sourceBeside(
  { group: { candidates } }: CatalogPattern,
  { counted, files, read }: Beside,
): BareSources | undefined {
  const locales = Object.entries(counted);
  const hasEnglish = locales.some(([locale, { strings }]) => isEnglish(locale) && strings > 0);
  const [first] = candidates;
  if (hasEnglish || first === undefined || locales.length < LEAST_LOCALES) return undefined;
  const ending = first.path.slice(first.path.lastIndexOf('.'));
  if (!candidates.every(({ rest }) => rest === `{locale}${ending}`)) return undefined;
  const own = new Set(candidates.map(({ path }) => path));
  const folder = first.path.slice(0, first.path.lastIndexOf('/') + 1);
  const most = Math.max(...locales.map(([, { strings }]) => strings));
  const alike = files.filter((path) => {
    const name = path.startsWith(folder) ? path.slice(folder.length) : '/';
    if (name.includes('/') || !name.endsWith(ending) || own.has(path)) return false;
    const file = read(path, '');
    return file.ok && file.strings >= 0.9 * most && file.strings <= 1.5 * most;
  });
  const [path, ...others] = alike;
  if (path === undefined || others.length > 0) return undefined;
  return { source: escapePattern(path), paths: [path], isKnown: false };
}
