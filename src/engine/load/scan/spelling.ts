import type { PlacedPair } from './placement.js';
import { ScanError } from './scan-error.js';

/** Names of the files and folders in a folder (relative to the root); none if it cannot be read. */
export type NamesIn = (folder: string) => readonly string[];

export interface OtherSpelling {
  readonly locale: string;
  /** A target of the locale that is not there. */
  readonly path: string;
  /** What is there instead: the path so far as it differs in spelling. */
  readonly found: string;
}

/**
 * Refuses a target locale that has no files, while there are files of it in another spelling
 * (`pt-br`, `pt_BR`): they would all be made a second time, and paid for.
 * @throws ScanError 'misspelled-locale'
 */
export function refuseOtherSpellings(other: OtherSpelling | undefined): void {
  if (other === undefined) return;
  const { locale, path, found } = other;
  throw new ScanError(
    'misspelled-locale',
    `there is no ${path}, but there is ${found}: is "${locale}" under \`targets:\` spelled as in the file names?`,
    {
      hint: 'Write the locale in `targets:` as the files have it; `languages:` gives the service another code for it.',
    },
  );
}

/**
 * The first locale whose files exist in another spelling only.
 * @param used pairs whose existing files have their place, so that they are nobody's misspelling
 */
export function findOtherSpelling(
  pairs: readonly PlacedPair[],
  used: readonly PlacedPair[],
  namesIn: NamesIn,
): OtherSpelling | undefined {
  for (const [locale, path] of firstPathsOfNewLocales(pairs)) {
    const found = spelledOtherwise(path, namesIn);
    if (found !== undefined && !isUsed(found, used)) return { locale, path, found };
  }
  return undefined;
}

function firstPathsOfNewLocales(pairs: readonly PlacedPair[]): ReadonlyMap<string, string> {
  const targets = pairs.flatMap((pair) => pair.targets);
  const begun = new Set(targets.filter(({ exists }) => exists).map(({ locale }) => locale));
  const first = new Map<string, string>();
  for (const { locale, path } of targets) {
    if (!begun.has(locale) && !first.has(locale)) first.set(locale, path);
  }
  return first;
}

/** What is in the place of a path, apart from case, and `-` for `_`. */
function spelledOtherwise(path: string, namesIn: NamesIn): string | undefined {
  let folder = '';
  for (const segment of path.split('/')) {
    const names = namesIn(folder);
    const base = folder === '' ? '' : `${folder}/`;
    if (!names.includes(segment)) {
      const other = names.find((name) => plain(name) === plain(segment));
      return other === undefined ? undefined : base + other;
    }
    folder = base + segment;
  }
  return undefined;
}

function plain(name: string): string {
  return name.toLowerCase().replaceAll('_', '-');
}

function isUsed(found: string, pairs: readonly PlacedPair[]): boolean {
  const isAt = (path: string): boolean => path === found || path.startsWith(`${found}/`);
  return pairs.some(
    ({ source, targets }) =>
      isAt(source) || targets.some(({ path, exists }) => exists && isAt(path)),
  );
}
