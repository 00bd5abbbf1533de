import { decodeLocale, encodeLocale } from './token.js';

// Lines of settled findings: `!`, the unit (11 characters), the rule, and per locale the finding's
// hash (6) and the locale. They are before the lines of facts.

/** A finding that people have settled: it stays silent as long as its texts do not change. */
export interface SettledFinding {
  /** `unitHash` of the source unit. */
  readonly unit: string;
  /** Name of the rule, as in the config. */
  readonly rule: string;
  readonly locale: string;
  /** `findingHash` of the rule and both texts. */
  readonly hash: string;
}

/** Used as the rule of a dismissed suggestion for a source text. */
export const IMPROVE_RULE = 'improve';

export const SETTLED_MARK = '!';
/** Matches at one place in a lock, including the newline. */
export const SETTLED_LINE = /![\w-]{11} [a-z][a-z-]*(?: [\w-]{6}[^ \r\n]+)+\r?\n/y;

const RULE = 13;
const HASH_LENGTH = 6;

/** The lines, sorted, each with its newline; '' for no findings. Equal sets give equal bytes. */
export function formatSettled(findings: Iterable<SettledFinding>): string {
  const lines = new Map<string, Set<string>>();
  for (const { unit, rule, locale, hash } of findings) {
    const start = `${SETTLED_MARK}${unit} ${rule}`;
    const tokens = lines.get(start) ?? new Set<string>();
    lines.set(start, tokens.add(`${hash}${encodeLocale(locale)}`));
  }
  const text = [...lines].map(([start, tokens]) => `${start} ${[...tokens].sort().join(' ')}\n`);
  return text.sort().join('');
}

/** Parses lines of a lock, each of which must match `SETTLED_LINE`. */
export function parseSettled(text: string): readonly SettledFinding[] {
  return text.split('\n').flatMap((line): SettledFinding[] => {
    if (line === '') return [];
    const unit = line.slice(1, RULE - 1);
    const [rule = '', ...tokens] = line.slice(RULE).replace(/\r$/, '').split(' ');
    return tokens.map((token) => ({
      unit,
      rule,
      locale: decodeLocale(token.slice(HASH_LENGTH)),
      hash: token.slice(0, HASH_LENGTH),
    }));
  });
}

/**
 * The lines to write if the lock has changed since the run read it: the run's own, plus those that
 * others have added meanwhile.
 */
export function mergeSettled(lines: {
  readonly before: string;
  readonly own: string;
  readonly onDisk: string;
}): string {
  if (lines.onDisk === lines.before) return lines.own;
  const before = new Set(parseSettled(lines.before).map(settledId));
  const added = parseSettled(lines.onDisk).filter((one) => !before.has(settledId(one)));
  return formatSettled([...parseSettled(lines.own), ...added]);
}

/** A settled finding as one string, for sets. */
export function settledId({ unit, rule, locale, hash }: SettledFinding): string {
  return `${unit} ${rule} ${hash}${locale}`;
}
