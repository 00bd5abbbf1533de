import { formatOf, localeNamesOf } from '../formats/index.js';
import type { LocaleNames } from '../model/index.js';
import { spellingsOf } from './locale-spelling.js';
import { lastLiteral } from './pattern-pair.js';
import type { PatternPath, PatternToken } from './pattern.js';
import { isWildcard } from './pattern.js';
import type { ResolvedCatalog } from './resolved.js';

/** How the paths of a pattern spell their locales. */
export interface LocalePaths {
  /**
   * The spellings of a locale to look for, that of a new file first. `votes`: locale names in
   * existing files.
   */
  readonly spellings: (locale: string, votes?: readonly string[]) => readonly string[];
  /** Patterns of sources whose path has no locale, in the order to try. */
  readonly withoutLocale: readonly PatternPath[];
  /** Whether a locale can be spelled in more than one way. */
  readonly isFree: boolean;
}

/** A catalog's spelling of a locale in paths: from its `locales:`, or else as in the config. */
export function nameInFiles({ locales }: Pick<ResolvedCatalog, 'locales'>, locale: string): string {
  return locales?.[locale] ?? locale;
}

export function localePathsOf(
  { format, locales, targets }: Pick<ResolvedCatalog, 'format' | 'locales' | 'targets'>,
  target: PatternPath,
): LocalePaths {
  const names = localeNamesOf(format ?? formatOf(lastLiteral(target)));
  const own = new Set([...targets, ...Object.values(locales ?? {})]);
  return {
    spellings: (locale, votes) => {
      if (locales?.[locale] !== undefined) return [locales[locale]];
      // `tl` is not a spelling of `fil` if it is a target itself.
      return spellingsOf(locale, names, votes).filter((name) => name === locale || !own.has(name));
    },
    withoutLocale: sourcesOf(target, names),
    isFree: names !== undefined && names.style !== 'exact',
  };
}

/** Placeholder for a wildcard in the text of a pattern, while `sources` replaces parts of it. */
const WILDCARD = '\0';

function sourcesOf(target: PatternPath, names: LocaleNames | undefined): PatternPath[] {
  const { sources = [] } = names ?? {};
  if (sources.length === 0) return [];
  const text = target.map(textOf).join('');
  const found = sources
    .filter(([part]) => part.test(text))
    .map(([part, instead]) => text.replace(part, instead));
  const all = target.filter(isWildcard);
  return [...new Set(found)].map((one) => tokensOf(one, all));
}

function textOf(token: PatternToken): string {
  if (token.kind === 'literal') return token.text;
  return token.kind === 'locale' ? '{locale}' : WILDCARD;
}

function tokensOf(text: string, wildcards: readonly PatternToken[]): PatternPath {
  let next = 0;
  return text.split(/(\0|\{locale\})/).flatMap((part): PatternToken[] => {
    if (part === '') return [];
    if (part === '{locale}') return [{ kind: 'locale' }];
    const wildcard = part === WILDCARD ? wildcards[next] : undefined;
    if (wildcard === undefined) return [{ kind: 'literal', text: part }];
    next += 1;
    return [wildcard];
  });
}
