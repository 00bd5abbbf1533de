import { describe, plural } from './config-text.js';
import type { Found } from './layout.js';

/** What was found, for people: a line per catalog, one below it per few locales. */
export function foundLines(found: readonly Found[], notes: readonly string[]): string {
  const lines = found.flatMap((one) => {
    const pattern = one.files ?? `${one.source ?? ''} → ${one.target ?? ''}`;
    return [`Found ${pattern} (${describe(one)})`, `  ${localesOf(one)}`];
  });
  return [...lines, ...notes].map((line) => `${line}\n`).join('');
}

function localesOf({ locales }: Found): string {
  const named = Object.entries(locales).filter(([locale]) => locale !== '');
  if (named.length === 0) return 'no translations yet';
  const counts = named.map(
    ([locale, { files, strings }]) =>
      `${locale} ${plural(strings, 'string')}${files === 1 ? '' : ` in ${plural(files, 'file')}`}`,
  );
  return counts.join(', ');
}
