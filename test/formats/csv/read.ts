import { parse } from 'csv-parse/sync';
import { keyId } from '../../../src/model/index.js';
import type { LawFile } from '../support/laws.js';

/** Cells as csv-parse reads them, by the key of their row and the number of their column. */
export function readCsv(text: string, { options }: LawFile): ReadonlyMap<string, string> {
  const rows = parse(text, {
    bom: true,
    delimiter: delimiterOf(text),
    ltrim: /[,;] +"/.test(text),
    relax_column_count: true,
    relax_quotes: true,
    record_delimiter: ['\r\n', '\n', '\r'],
    skip_empty_lines: true,
  });
  const [head = []] = rows;
  const lines = rows.filter((row) => row.length > 1);
  const column = Math.max(head.indexOf(options?.locale ?? ''), 1);
  return new Map(lines.map((row) => [keyId([row[0] ?? '']), row[column] ?? '']));
}

function delimiterOf(text: string): string {
  const line = /^[^\r\n]*/.exec(text.replaceAll(/"[^"]*"/g, ''))?.[0] ?? '';
  return ['\t', ';', ','].find((one) => line.includes(one)) ?? ',';
}
