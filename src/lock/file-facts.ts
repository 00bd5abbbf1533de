import { decodeLocale, encodeLocale } from './token.js';

// Lines of whole files, such as documents: `%`, the unit (11 characters, for the source file and
// the kind of output), its source (8), and per locale the target's hash (6), its origin (2) and the
// locale. They are beside the lines of glossary files.

export const FILE_MARK = '%';
/** Matches at one place in a lock, including the newline. */
export const FILE_LINE = /%[\w-]{11} [\w-]{8}(?: [\w-]{6}(?:[\w-]{2}|==|\?\?|!!)[^ \r\n]+)+\r?\n/y;

const UNIT_END = 12;
const SOURCE_END = 21;
const HASH_LENGTH = 6;
const NAME = 8;

/** This source file and this target file belong together. */
export interface FileFact {
  /** `unitHash` of the source's path and the kind of output. */
  readonly unit: string;
  /** `sourceHash` of the source's bytes. */
  readonly source: string;
  readonly locale: string;
  /** `targetHash` of the target's bytes. */
  readonly hash: string;
  readonly origin: string;
}

/** Parses lines of whole files; ignores others. */
export function parseFileFacts(lines: string): readonly FileFact[] {
  if (!lines.includes(FILE_MARK)) return [];
  return lines.split(/\r?\n/).flatMap((line): FileFact[] => {
    if (!line.startsWith(FILE_MARK)) return [];
    const unit = line.slice(1, UNIT_END);
    const source = line.slice(UNIT_END + 1, SOURCE_END);
    return line
      .slice(SOURCE_END + 1)
      .split(' ')
      .map((token) => ({
        unit,
        source,
        locale: decodeLocale(token.slice(NAME)),
        hash: token.slice(0, HASH_LENGTH),
        origin: token.slice(HASH_LENGTH, NAME),
      }));
  });
}

/** Replaces all facts of whole files; sorted and unique. */
export function updateFileFacts(lines: string, facts: readonly FileFact[]): string {
  const tokens = new Map<string, Set<string>>();
  for (const { unit, source, locale, hash, origin } of facts) {
    const start = `${FILE_MARK}${unit} ${source}`;
    const own = tokens.get(start) ?? new Set<string>();
    tokens.set(start, own.add(`${hash}${origin}${encodeLocale(locale)}`));
  }
  const others = lines.split(/\r?\n/).filter((line) => line !== '' && !line.startsWith(FILE_MARK));
  const own = [...tokens].map(([start, all]) => `${start} ${[...all].sort().join(' ')}`);
  return [...new Set([...own, ...others])]
    .sort()
    .map((line) => `${line}\n`)
    .join('');
}
