import { ServiceError } from './errors.js';

/** Source and target phrases, as pairs or as one text (TSV, or CSV if stated). */
export type GlossaryEntries = string | Iterable<readonly [source: string, target: string]>;

/**
 * Pairs as TSV for the service.
 * @throws ServiceError `bad-request` for a phrase that a line cannot contain
 */
export function formatEntries(entries: GlossaryEntries): string {
  if (typeof entries === 'string') return entries;
  const lines: string[] = [];
  for (const [source, target] of entries) {
    if (/[\t\n\r]/.test(source + target)) {
      const shown = JSON.stringify(source.slice(0, 80));
      throw new ServiceError('bad-request', `glossary entry ${shown} contains a tab or a newline`);
    }
    lines.push(`${source}\t${target}`);
  }
  return lines.join('\n');
}

/** The pairs of a TSV text, in order. Lines without a tab are skipped. */
export function parseEntries(tsv: string): readonly (readonly [source: string, target: string])[] {
  return tsv.split(/\r\n|\n|\r/).flatMap((line) => {
    const [source, target] = line.split('\t');
    return source === undefined || target === undefined ? [] : [[source, target] as const];
  });
}
