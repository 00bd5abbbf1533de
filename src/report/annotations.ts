import type { Report } from '../model/index.js';
import { foldFailures } from './fold.js';

/** GitHub Actions commands that show problems beside the changed lines of a pull request. */
export function githubAnnotations({ problems, error }: Report): string {
  return foldFailures(problems, error)
    .map(({ severity, file, line, column, locale, key, message, code }) => {
      const properties = [
        ['file', file],
        ['line', line],
        ['col', column],
        ['title', [code, locale, key].filter((part) => part !== undefined).join(' ')],
      ] as const;
      const set = properties.flatMap(([name, value]) =>
        value === undefined ? [] : [`${name}=${escapeProperty(String(value))}`],
      );
      return `::${severity} ${set.join(',')}::${escapeData(message)}\n`;
    })
    .join('');
}

function escapeData(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function escapeProperty(text: string): string {
  return escapeData(text).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
