/**
 * One part of a pattern. `name` is one of several names with the given `lengths`, longest first.
 */
export type MatchToken =
  | { readonly kind: 'literal'; readonly text: string }
  | { readonly kind: 'deep' | 'any' }
  | { readonly kind: 'one'; readonly test: (char: string) => boolean }
  | ({ readonly kind: 'name' } & Names);

export interface Names {
  readonly lengths: readonly number[];
  readonly test: (name: string) => boolean;
}

/** For each index of a path, 1 if a part of the pattern matches from there to the end. */
type Row = Uint8Array;

/**
 * Matches a whole path. Each token takes as much as it can while the rest still matches, the first
 * token before the others, as in a regular expression.
 *
 * Takes about tokens × characters steps: for each token, from last to first, a table says at which
 * characters the rest of the pattern matches the rest of the path.
 * @returns where each token's part ends
 */
export function matchTokens(
  tokens: readonly MatchToken[],
  text: string,
): readonly number[] | undefined {
  let row = new Uint8Array(text.length + 1);
  row[text.length] = 1;
  const rows = [...tokens].reverse().map((token) => {
    const after = row;
    row = rowBefore(token, text, after);
    return after;
  });
  if (row[0] !== 1) return undefined;
  let at = 0;
  return tokens.map((token) => {
    at = endOf(token, text, at, rows.pop() ?? row);
    return at;
  });
}

function rowBefore(token: MatchToken, text: string, after: Row): Uint8Array<ArrayBuffer> {
  const row = new Uint8Array(text.length + 1);
  // The end of the folder that contains the index, after its slash.
  let folderEnd = -1;
  for (let at = text.length; at >= 0; at -= 1) {
    if (text[at] === '/') folderEnd = at + 1;
    if (matchesAt(token, text, { at, after, row, folderEnd })) row[at] = 1;
  }
  return row;
}

interface Place {
  readonly at: number;
  readonly after: Row;
  readonly row: Row;
  readonly folderEnd: number;
}

function matchesAt(token: MatchToken, text: string, { at, after, row, folderEnd }: Place): boolean {
  switch (token.kind) {
    case 'literal':
      return after[at + token.text.length] === 1 && text.startsWith(token.text, at);
    case 'name':
      return nameEnd(token, text, at, after) !== undefined;
    case 'one':
      return after[next(text, at)] === 1 && token.test(text.slice(at, next(text, at)));
    case 'any':
      return after[at] === 1 || (isInName(text, at) && row[next(text, at)] === 1);
    case 'deep':
      return after[at] === 1 || (isInName(text, at) && row[folderEnd] === 1);
  }
}

function endOf(token: MatchToken, text: string, at: number, after: Row): number {
  switch (token.kind) {
    case 'literal':
      return at + token.text.length;
    case 'name':
      return nameEnd(token, text, at, after) ?? at;
    case 'one':
      return next(text, at);
    case 'any':
      return lastEnd(text, at, { after, step: (end) => next(text, end) });
    case 'deep':
      return lastEnd(text, at, { after, step: (end) => text.indexOf('/', end) + 1 });
  }
}

function nameEnd(names: Names, text: string, at: number, after: Row): number | undefined {
  const length = names.lengths.find(
    (one) => after[at + one] === 1 && names.test(text.slice(at, at + one)),
  );
  return length === undefined ? undefined : at + length;
}

interface Steps {
  readonly after: Row;
  /** Start of the next character or folder; 0 after the last folder. */
  readonly step: (end: number) => number;
}

function lastEnd(text: string, start: number, { after, step }: Steps): number {
  let best = start;
  let end = start;
  while (isInName(text, end)) {
    end = step(end);
    if (end === 0) break;
    if (after[end] === 1) best = end;
  }
  return best;
}

function isInName(text: string, at: number): boolean {
  return at < text.length && text[at] !== '/';
}

/** The index after a character, which may be a surrogate pair. */
function next(text: string, at: number): number {
  return at + ((text.codePointAt(at) ?? 0) > 0xffff ? 2 : 1);
}
