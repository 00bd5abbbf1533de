import { redacted } from '../model/index.js';
import type { PathIssue } from './errors.js';

/** Parts of texts that must not change, from the config. */
export interface ResolvedProtection {
  /** Both lists as written in the config, because patterns have no JSON. */
  readonly id: string;
  /** Patterns of `placeholders:`, with the flags `g` and `u`. */
  readonly placeholders: readonly RegExp[];
  /** Matches the words of `keep:`; undefined if there are none. */
  readonly keep: RegExp | undefined;
}

const LONGEST = 200;
/** A repeated group that itself contains a repetition or a choice: `(a+)*`, `(a|b)+`. */
const NESTED = /\((?:[^()\\]|\\.)*(?:[*+}|])(?:[^()\\]|\\.)*\)(?:[*+]|\{\d*,?\d*\})/;
const REPEATED = /(?<!\\)(?:[*+]|\{\d+,\d*\})/g;
/** The most repetitions in a pattern. Each one multiplies how often a text is read. */
const REPETITIONS = 2;

/** Reads `placeholders:` and `keep:`; undefined if the config has neither. */
export function resolveProtection(
  { placeholders = [], keep = [] }: { placeholders?: string[]; keep?: string[] },
  report: (issue: PathIssue) => void,
): ResolvedProtection | undefined {
  if (placeholders.length === 0 && keep.length === 0) return undefined;
  const patterns = placeholders.flatMap((text, index) => {
    const pattern = readPattern(text);
    if (typeof pattern !== 'string') return [pattern];
    const message = `"placeholders[${index}]" ${pattern}`;
    report({ code: 'invalid-value', path: ['placeholders', index], part: 'value', message });
    return [];
  });
  const id = JSON.stringify([placeholders, keep]);
  return { id, placeholders: patterns, keep: keepPattern(keep) };
}

/** The pattern, or its problem as human text. Accepts only patterns that match in bounded time. */
function readPattern(text: string): RegExp | string {
  const written = /^\/(.+)\/(i?)$/s.exec(text);
  if (written === null) {
    return 'must be a regular expression between slashes, such as "/@@\\w+@@/" (the flag i may follow)';
  }
  const [, source = '', flags = ''] = written;
  if (source.length > LONGEST) return `is longer than ${LONGEST} characters`;
  const bare = source.replace(/\[(?:[^\]\\]|\\.)*\]/g, 'c');
  if (/\\[1-9k]|\(\?<?[=!]/.test(bare)) {
    return 'must not use backreferences, lookahead or lookbehind';
  }
  const unescaped = bare.replace(/\\./g, 'c');
  if (holdsNested(unescaped)) {
    return 'repeats a group that contains a repetition or an alternative, which can take forever; remove the outer repetition';
  }
  const repeated = unescaped.match(REPEATED) ?? [];
  if (repeated.length > REPETITIONS) {
    return `has more than ${REPETITIONS} unbounded repetitions (*, +): set upper limits, such as {1,60}, or split it`;
  }
  return compile(source, flags);
}

/** Whether a group repeats a repetition. Checks groups from the inside out. */
function holdsNested(source: string): boolean {
  let rest = source;
  for (let inner = rest; ; rest = inner) {
    if (NESTED.test(rest)) return true;
    inner = rest.replace(/\(([^()]*)\)/g, (_, body: string) => (/[*+}|]/.test(body) ? 'c+' : 'c'));
    if (inner === rest) return false;
  }
}

function compile(source: string, flags: string): RegExp | string {
  try {
    const pattern = new RegExp(source, `gu${flags}`);
    return new RegExp(`^(?:${source})$`, `u${flags}`).test('')
      ? 'matches the empty string'
      : pattern;
  } catch (error) {
    const message = error instanceof Error ? error.message : String(error);
    // Only the reason: the message repeats the pattern, which may be a misplaced key.
    return `cannot be read: ${redacted(message.slice(message.lastIndexOf(': ') + 2))}`;
  }
}

/** Matches whole words, longest first: `Acme Pro` before `Acme`. Case-sensitive. */
function keepPattern(words: readonly string[]): RegExp | undefined {
  if (words.length === 0) return undefined;
  const escaped = [...words]
    .sort((a, b) => b.length - a.length)
    .map((word) => word.replace(/[\\^$.*+?()[\]{}|/]/g, '\\$&'));
  return new RegExp(`(?<![\\p{L}\\p{N}_])(?:${escaped.join('|')})(?![\\p{L}\\p{N}_])`, 'gu');
}
