import type { JobItem, Report } from '../model/index.js';
import { oneLine } from '../sinks/terminal.js';
import { amount, formatNumber } from './amounts.js';
import { leftOut } from './left-out.js';
import type { Style } from './style.js';

/** Number of files that are listed by default. */
const FEW = 50;

const NAMES = {
  document: 'document',
  subtitles: 'subtitles',
  text: 'transcript',
  audio: 'speech',
} as const;

/** Documents and recordings of a plan, one line per file to make. */
export function jobLines(
  items: readonly JobItem[],
  style: Style,
  { all, toSeeAll }: { readonly all: boolean; readonly toSeeAll?: string | undefined },
): readonly string[] {
  const shown = all ? items : items.slice(0, FEW);
  const lines = shown.map((item) => jobLine(item, style));
  const rest = items.length - shown.length;
  if (rest > 0) lines.push(leftOut(`… and ${formatNumber(rest)} more files`, toSeeAll, style));
  return lines;
}

function jobLine(item: JobItem, { colors }: Style): string {
  const { file, source, kind, status, action, from } = item;
  const mark = status === 'missing' ? colors.green('+') : colors.yellow('~');
  const why =
    action === 'beside' ? 'review: kept, with the machine translation next to it' : status;
  const of = `${NAMES[kind]} from ${oneLine(source)}`;
  return `${mark} ${colors.bold(oneLine(file))} ${colors.dim(`${why}, ${of}, ${costOf(item, from)}`)}`;
}

function costOf({ kind, characters }: JobItem, from: JobItem['from']): string {
  if (from === 'kept') return 'result already downloaded';
  if (from === 'open') return 'sent by an earlier run';
  if (kind !== 'document') return 'billed by the minute';
  return characters === 0 ? 'billed by its content' : `at least ${formatNumber(characters)} ch`;
}

/** `2 documents, 1 recording`; empty if there are none. */
export function jobAmounts({ jobs }: Report): string[] {
  if (jobs === undefined) return [];
  const { documents, recordings } = jobs;
  return [
    ...(documents > 0 ? [amount(documents, 'document')] : []),
    ...(recordings > 0 ? [amount(recordings, 'recording')] : []),
  ];
}
