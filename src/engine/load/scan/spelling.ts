import type { PlacedPair } from './placement.js';
import { ScanError } from './scan-error.js';

/** Names of the entries of a folder (relative to the root); none if it cannot be read. */
export type NamesIn = (folder: string) => readonly string[];

export interface OtherSpelling {
  readonly locale: string;
  /** A missing target of the locale. */
  readonly path: string;
  /** The existing path, up to the part that is spelled differently. */
  readonly found: string;
}

/**
 * Refuses a target locale without files if files with another spelling of it exist (`pt-br`,
 * `pt_BR`): all of them would be created and paid for again.
 * @throws ScanError 'misspelled-locale'
 */
export function refuseOtherSpellings(other: OtherSpelling | undefined): void {
  if (other === undefined) return;
  const { locale, path, found } = other;
  throw new ScanError(
    'misspelled-locale',
    `there is no ${path}, but there is ${found}; is "${locale}" under \`targets:\` spelled as in the file names?`,
    {
      hint: 'Spell the locale in `targets:` as in the file names; `languages:` maps it to the code of the service.',
    },
  );
}

/**
 * The first locale whose files exist only in another spelling.
 * @param used pairs that existing files belong to, which are not misspelled
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

/** An existing path that equals this one except for case and `-` for `_`. */
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
