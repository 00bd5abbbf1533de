import { relative } from 'node:path';
import { nearest } from '../../config/index.js';
import type { ResolvedCatalog, ResolvedConfig } from '../../config/index.js';
import { formatKey, quoted, foldLook, twins } from '../../model/index.js';
import type { Problem, Key, Document, Unit } from '../../model/index.js';
import { keyMatcher } from '../units/key-glob.js';
import type { FilePair } from './inputs.js';
import { ScanError } from './scan/scan-error.js';
import { baseLanguage, glossaryLanguages, serviceLanguage } from '../../facts/index.js';
import type { GlossaryFile } from './glossary-file.js';
import { positionOf } from '../units/unit-position.js';

/** How one source file uses the `keys.exclude` of its catalog. */
export interface ExcludeUse {
  readonly catalog: ResolvedCatalog;
  /** Globs that match a key of the file. */
  readonly matched: readonly string[];
  /** A key of the file, for messages; undefined if it has none. */
  readonly example: string | undefined;
}

export function excludeUse({ catalog, source }: Pick<FilePair, 'catalog' | 'source'>): ExcludeUse {
  const { units } = source.document;
  const matched = catalog.excludedKeys.filter((glob) => {
    const matches = keyMatcher([glob]);
    return units.some(({ key }) => matches(key));
  });
  return { catalog, matched, example: units[0] && formatKey(units[0].key) };
}

/**
 * Warnings for globs in `keys.exclude` that match no key, because the texts they should protect
 * would be sent, and for catalogs without any key.
 * @param uses one per source file of the config
 */
export function idleExcludes(
  { catalogs, root, file }: Pick<ResolvedConfig, 'catalogs' | 'root' | 'file'>,
  uses: readonly ExcludeUse[],
): readonly Problem[] {
  return catalogs.flatMap((catalog) => {
    const own = uses.filter((use) => use.catalog === catalog);
    if (isEmpty(own) && catalog.excludedKeys.length === 0)
      return [emptyCatalog(catalog, { root, file })];
    const matched = new Set(own.flatMap((use) => use.matched));
    const idle = catalog.excludedKeys.filter((glob) => !matched.has(glob));
    const place = {
      file: relative(root, file),
      ...(catalog.line === undefined ? {} : { line: catalog.line }),
    };
    return idle.map((glob): Problem => {
      const message = `keys.exclude ${quoted(glob)} matches none of the keys of ${catalog.source}${such(own[0])}; "*" matches any characters`;
      return { code: 'option-ignored', severity: 'warning', message, ...place };
    });
  });
}

/** Whether no source has a key, which may be intended in the middle of work. */
function isEmpty(uses: readonly ExcludeUse[]): boolean {
  return uses.length > 0 && uses.every(({ example }) => example === undefined);
}

function emptyCatalog(
  { source, line }: ResolvedCatalog,
  { root, file }: Pick<ResolvedConfig, 'root' | 'file'>,
): Problem {
  const message = `the source files of ${source} contain no texts to translate`;
  return {
    ...{ code: 'option-ignored', severity: 'warning', message, file: relative(root, file) },
    ...(line === undefined ? {} : { line }),
  };
}

function such({ example }: Partial<ExcludeUse> = {}): string {
  return example === undefined ? '' : ` (keys look like "${example}")`;
}

/** Above this number of keys, no similar key is suggested, because that would take too long. */
const FEW = 5_000;

/**
 * Refuses a glob that matches no key, because it is probably misspelled.
 * @param named where the glob comes from: a setting, or an argument of the call
 * @throws ScanError 'no-match'
 */
export function refuseIdleKeys(
  globs: readonly string[],
  keys: readonly Key[],
  named: 'setting' | 'argument' = 'setting',
): void {
  const idle = globs.find((glob) => {
    const matches = keyMatcher([glob]);
    return !keys.some(matches);
  });
  if (idle === undefined) return;
  const names = [...new Set(keys.map(formatKey))];
  const near = names.length > FEW ? undefined : nearest(idle, names);
  throw new ScanError(
    'no-match',
    `${idle} matches no key in the selected files${near === undefined ? '' : `; did you mean "${near}"?`}`,
    {
      setting: named === 'setting' ? 'keys' : undefined,
      hint: { code: 'spell-keys', example: names[0] },
    },
  );
}

/**
 * Warnings for glossary files that lack columns for their targets, one per file. A language's
 * column also serves its variants; an empty column means that there are no terms. Variants of the
 * source, and languages without glossaries on the service, need no column.
 */
export function missingColumns(
  { languages, ...places }: Pick<ResolvedConfig, 'catalogs' | 'documents' | 'languages'>,
  glossaries: ReadonlyMap<string, Pick<GlossaryFile, 'path' | 'source' | 'languages'>>,
): readonly Problem[] {
  return [...glossaries.values()].flatMap((file): readonly Problem[] => {
    const missing = targetsOf(file.path, places).filter((target) => {
      const language = baseLanguage(serviceLanguage(target, languages));
      const isPossible = language !== file.source && glossaryLanguages.has(language);
      return isPossible && !file.languages.has(language);
    });
    if (missing.length === 0) return [];
    const [columns, these] = missing.length === 1 ? ['a column', 'it'] : ['columns', 'them'];
    const message = `The glossary has no column for ${missing.join(', ')}, so no terms are used there. Add ${columns} (empty if there are no terms), or set the glossary under \`translate.targets\`, leaving ${these} out`;
    return [{ code: 'glossary-column', severity: 'warning', message, file: file.path, line: 1 }];
  });
}

/** Targets whose options use a glossary. */
function targetsOf(
  path: string,
  { catalogs, documents = [] }: Pick<ResolvedConfig, 'catalogs' | 'documents'>,
): readonly string[] {
  const optionsOfAll = [
    ...catalogs.map(({ translate }) => translate),
    ...documents.map(({ options }) => options),
  ];
  const targets = optionsOfAll.flatMap((options) =>
    Object.entries(options).flatMap(([target, { glossary }]) => (glossary === path ? target : [])),
  );
  return [...new Set(targets)];
}

const OTHER_THAN_ASCII = /[^\0-\x7f]/;

/**
 * Warnings for keys of a source file that look alike: they differ only in Unicode normalization or
 * in invisible characters. Keys are never normalized, so these are two keys.
 */
export function similarKeys(pairs: readonly Pick<FilePair, 'source'>[]): readonly Problem[] {
  return pairs.flatMap(({ source: { document, path } }) => problemsOf(document, path));
}

function problemsOf(document: Document, file: string): readonly Problem[] {
  const { units } = document;
  // An ASCII key may look like one with an invisible character.
  if (!units.some(({ key }) => key.some((part) => OTHER_THAN_ASCII.test(part)))) return [];
  return twins(units, lookOf).flatMap((group) => {
    const [first, ...others] = group.filter(isFirstOfItsKey);
    if (first === undefined) return [];
    return others.map((unit): Problem => {
      const key = formatKey(unit.key);
      const message = `The key looks the same as another one in this file, but is a different key: it differs ${difference(first, unit)}`;
      const place = { file, ...positionOf(document, unit), key };
      return { code: 'similar-keys', severity: 'warning', message, ...place };
    });
  });
}

function lookOf({ key }: Unit): string {
  return key.map(foldLook).join('\0');
}

/** Whether it is the first of equal keys: duplicates are another problem. */
function isFirstOfItsKey({ key }: Unit, at: number, group: readonly Unit[]): boolean {
  const name = key.join('\0');
  return group.findIndex((other) => other.key.join('\0') === name) === at;
}

function difference(a: Unit, b: Unit): string {
  const [one, other] = [a, b].map(({ key }) => key.join('\0').normalize('NFC'));
  return one === other ? 'only in its Unicode normalization' : 'only in invisible characters';
}
