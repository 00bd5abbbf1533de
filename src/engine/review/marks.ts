import type { ReviewFinding, ReviewRange } from '../../model/index.js';
import { ruleOf } from '../units/findings.js';
import type { Finding } from '../units/findings.js';

/** A finding as the page shows it, with the part of the text that it is about. */
export function findingOf(
  finding: Finding,
  texts: { readonly source: string; readonly target: string },
): ReviewFinding {
  const { code, level, message, by } = finding;
  const rule = by === 'note' ? undefined : ruleOf(code);
  const marks = marksOf(finding, texts);
  return {
    ...{ code, level, message },
    ...(rule === undefined ? {} : { rule }),
    ...(marks === undefined ? {} : { marks }),
  };
}

interface Texts {
  readonly source: string;
  readonly target: string;
}

type Marks = NonNullable<ReviewFinding['marks']>;

/** Quotations in messages of rules: placeholders, tags, and words in quotation marks. */
const QUOTED =
  /<[^>]*>|\{\{[^}]*\}\}|[%$#]?\{[^}]*\}|%[^\s,.;:]+|\$t\([^)]*\)|@:\S+|:\w+|"([^"]+)"/g;

const MOST = 50;

/**
 * The part of a text that a finding is about; undefined if it is about the whole text. Derived from
 * the position, character or words in the message. Pure.
 */
export function marksOf(finding: Finding, texts: Texts): Marks | undefined {
  const { code, message } = finding;
  const { source, target } = texts;
  if (code === 'surrounding-space') return { in: 'source', ranges: edges(source) };
  const character = /U\+([0-9A-F]{4,6})/.exec(message)?.[1];
  if (character !== undefined) {
    return inTarget(placesOf(target, String.fromCodePoint(Number.parseInt(character, 16))));
  }
  const at = /at character (\d+)/.exec(message)?.[1];
  if (at !== undefined) {
    const start = Math.min(Math.max(0, Number(at) - 1), Math.max(0, target.length - 1));
    return inTarget([[start, start + 1]]);
  }
  const most = /at most (\d+) are allowed/.exec(message)?.[1];
  if (most !== undefined) return inTarget([[Number(most), target.length]]);
  if (code === 'untranslated' || code === 'inconsistent' || code === 'opposites') return undefined;
  const words = [...message.matchAll(QUOTED)].map(([whole, word]) => word ?? whole);
  // Marks what only the target has, or else what it lacks, or else what the message names in it.
  const foreign = words.filter((word) => !source.includes(word));
  const extra = inTarget(foreign.flatMap((word) => placesOf(target, word)));
  if (extra !== undefined) return extra;
  const lacking = words.filter((word) => !target.includes(word));
  const missing = lacking.flatMap((word) => placesOf(source, word)).slice(0, MOST);
  if (missing.length > 0) return { in: 'source', ranges: missing };
  return inTarget(words.flatMap((word) => placesOf(target, word)));
}

function inTarget(ranges: readonly ReviewRange[]): Marks | undefined {
  return ranges.length === 0 ? undefined : { in: 'target', ranges: ranges.slice(0, MOST) };
}

function edges(text: string): readonly ReviewRange[] {
  const start = text.length - text.trimStart().length;
  const end = text.trimEnd().length;
  const all: ReviewRange[] = [
    [0, start],
    [Math.max(start, end), text.length],
  ];
  return all.filter(([from, to]) => from < to);
}

function placesOf(text: string, part: string): readonly ReviewRange[] {
  const found: ReviewRange[] = [];
  if (part === '') return found;
  for (let at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length)) {
    found.push([at, at + part.length]);
    if (found.length === MOST) break;
  }
  return found;
}
