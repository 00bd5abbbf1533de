import { oneLine } from '../../sinks/terminal.js';
import { plural } from '../plural.js';
import { describe } from './config-text.js';
import type { Detection, FoundCatalog } from './layout.js';

/** What was found: per catalog a line about its source and one about its locales. */
export function foundLines(
  { found, notes }: Pick<Detection, 'found' | 'notes'>,
  source: string | undefined,
): string {
  const lines = found.flatMap((one) => {
    const pattern = one.files ?? `${one.source ?? ''} → ${one.target ?? ''}`;
    return [`Found ${pattern} (${describe(one, sourceIn(one, source))})`, `  ${localesOf(one)}`];
  });
  return [...lines, ...notes].map((line) => `${oneLine(line, Infinity)}\n`).join('');
}

/** The requested source if the catalog has it, or else the one that its files suggest. */
function sourceIn(
  { files, locales, sourceLocale }: FoundCatalog,
  source: string | undefined,
): string {
  const isThere = source !== undefined && (files === undefined || Object.hasOwn(locales, source));
  return isThere ? source : sourceLocale;
}

function localesOf({ locales }: FoundCatalog): string {
  const named = Object.entries(locales).filter(([locale]) => locale !== '');
  if (named.length === 0) return 'no translations yet';
  const counts = named.map(
    ([locale, { files, strings }]) =>
      `${locale} ${plural(strings, 'string')}${files === 1 ? '' : ` in ${plural(files, 'file')}`}`,
  );
  return counts.join(', ');
}
