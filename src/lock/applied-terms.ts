// Lines of glossary and style files: `@`, the file (11 characters), then either `=`, the service
// (8), `:`, the id, and the name (for a style preceded by its language); or, per language, the
// target's hash (6) and the language, joined by commas, and the source phrase. They are between
// settled findings and facts.

export const TERM_MARK = '@';
/** Matches at one place in a lock, including the newline. */
export const TERM_LINE =
  /@[\w-]{11} (?:=[\w-]{8}:[^ \r\n]+|[\w-]{6}[a-z-]+(?:,[\w-]{6}[a-z-]+)*) [^\r\n]+\r?\n/y;

const REST = 13;
const HASH_LENGTH = 6;

/** The glossary or style of a service that a file was applied to. */
export interface AppliedId {
  /** `sourceHash` of the service's address. */
  readonly service: string;
  /** `FORGOTTEN`: look it up by name. */
  readonly id: string;
  /** For a style list with the language in front: `de product`. */
  readonly name: string;
}

/** What was last applied of a glossary or style file. */
export interface AppliedGlossary {
  readonly ids: readonly AppliedId[];
  /** Target language → source phrase → `targetHash` of its target. */
  readonly terms: ReadonlyMap<string, ReadonlyMap<string, ReadonlySet<string>>>;
}

/** The files (`unitHash`) that have lines. */
export function filesOf(lines: string): readonly string[] {
  return [...new Set(linesOf(lines).map((line) => line.slice(1, REST - 1)))];
}

/** Parses the lines of one file (`unitHash`); each line must match `TERM_LINE`. */
export function parseApplied(lines: string, file: string): AppliedGlossary {
  const ids: AppliedId[] = [];
  const terms = new Map<string, Map<string, Set<string>>>();
  for (const line of linesOf(lines)) {
    if (!line.startsWith(`${TERM_MARK}${file} `)) continue;
    const space = line.indexOf(' ', REST);
    const [head, phrase] = [line.slice(REST, space), line.slice(space + 1)];
    if (head.startsWith('=')) {
      ids.push({ service: head.slice(1, 9), id: head.slice(10), name: phrase });
      continue;
    }
    for (const token of head.split(',')) {
      const language = token.slice(HASH_LENGTH);
      const ofLanguage = terms.get(language) ?? new Map<string, Set<string>>();
      terms.set(language, ofLanguage);
      const hashes = ofLanguage.get(phrase) ?? new Set<string>();
      ofLanguage.set(phrase, hashes.add(token.slice(0, HASH_LENGTH)));
    }
  }
  return { ids, terms };
}

/**
 * Replaces the lines of one file. Sorted, so that equal sets give equal bytes.
 * @param file `unitHash` of its path
 * @param was that of the path that it had before
 */
export function updateApplied(
  lines: string,
  file: string,
  { was = file, ...applied }: AppliedGlossary & { readonly was?: string | undefined },
): string {
  const tokens = new Map<string, string[]>();
  for (const [language, terms] of applied.terms) {
    for (const [phrase, hashes] of terms) {
      const own = tokens.get(phrase) ?? [];
      tokens.set(phrase, own);
      for (const hash of hashes) own.push(`${hash}${language}`);
    }
  }
  const start = `${TERM_MARK}${file} `;
  return joinLines([
    ...linesOf(lines).filter((line) => ![file, was].includes(line.slice(1, REST - 1))),
    ...applied.ids.map(({ service, id, name }) => `${start}=${service}:${id} ${name}`),
    ...[...tokens].map(([phrase, own]) => `${start}${own.sort().join(',')} ${phrase}`),
  ]);
}

/** Replaces an id that is no longer known. */
export const FORGOTTEN = '-';

/** Removes the ids of one service, which are then looked up by name. */
export function forgetIds(lines: string, service: string): string {
  const token = `=${service}:`;
  return joinLines(
    linesOf(lines).map((line) => {
      if (!line.startsWith(token, REST)) return line;
      const name = line.indexOf(' ', REST);
      return `${line.slice(0, REST)}${token}${FORGOTTEN}${line.slice(name)}`;
    }),
  );
}

/** Lines in normal form: sorted, unique, without carriage returns. */
export function normalApplied(lines: string): string {
  return joinLines(linesOf(lines));
}

/** The run's own lines, plus those that others have added since it read the lock. */
export function mergeApplied(lines: {
  readonly before: string;
  readonly own: string;
  readonly onDisk: string;
}): string {
  if (lines.onDisk === lines.before) return lines.own;
  const before = new Set(linesOf(lines.before));
  const added = linesOf(lines.onDisk).filter((line) => !before.has(line));
  return joinLines([...linesOf(lines.own), ...added]);
}

function linesOf(lines: string): readonly string[] {
  return lines.split(/\r?\n/).filter((line) => line !== '');
}

function joinLines(lines: readonly string[]): string {
  return [...new Set(lines)]
    .sort()
    .map((line) => `${line}\n`)
    .join('');
}
