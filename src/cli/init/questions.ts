import { chooseCatalogs } from './choose-catalogs.js';
import type { Choice } from './choose-catalogs.js';
import {
  chooseFallbacks,
  fallbackNotes,
  guessProjectSource,
  guessTargets,
  splitLocales,
  unknownLocales,
} from './choose-locales.js';
import type { FoundCatalog } from './layout.js';
import { languagesOf } from './locale-names.js';
import { InitError } from './options.js';
import type { InitIo, InitOptions } from './options.js';

/**
 * Source, targets and catalogs, from flags, answers or detection.
 * @throws InitError 'no-targets', 'no-source'
 */
export async function askCatalogs(
  found: readonly FoundCatalog[],
  options: InitOptions,
  io: InitIo,
): Promise<Choice> {
  const ask = options.yes === true ? undefined : io.ask;
  const guess = guessProjectSource(found) ?? 'en';
  const source = options.source ?? (await ask?.('Source locale', guess)) ?? guess;
  const guessed = guessTargets(found, source);
  const fallback = guessed.targets.join(',');
  const targets =
    options.targets ?? splitLocales((await ask?.('Target locales', fallback)) ?? fallback);
  if (targets.length === 0) throw noTargets(found, guessed.notes);
  const languages = languagesOf([source, ...targets], options.languages);
  const isCode = (locale: string): boolean => !Object.hasOwn(languages, locale);
  const unknown = unknownLocales(source, targets).filter(isCode);
  const notes = [...(options.targets === undefined ? guessed.notes : []), ...unknownNotes(unknown)];
  // Flags are taken literally; answers are based on what was found.
  const targetsFor = options.targets === undefined ? 'where-found' : 'every-catalog';
  const keep = options.files === undefined ? 'with-source' : 'all';
  const chosen = chooseCatalogs(found, { source, targets, targetsFor, keep });
  if (chosen.catalogs.length === 0) throw noSource(source, found);
  const { catalogs } = chosen;
  const fallbacks = chooseFallbacks(found, source, targets);
  notes.push(...chosen.notes, ...fallbackNotes(fallbacks));
  return { source, targets, languages, fallbacks, catalogs, unknown, notes };
}

function noSource(source: string, found: readonly FoundCatalog[]): InitError {
  const locales = new Set(found.flatMap((one) => Object.keys(one.locales)));
  const hint = `Locales found: ${[...locales].filter(Boolean).join(', ')}.`;
  return new InitError('no-source', `no files for the source locale "${source}" were found`, {
    hint,
  });
}

function noTargets(found: readonly FoundCatalog[], notes: readonly string[]): InitError {
  const bare = found.find(({ locales }) => Object.keys(locales).length === 0);
  if (bare !== undefined) {
    const { files = bare.source ?? '' } = bare;
    return new InitError('nothing-found', `${files} matches no files in a known format`, {
      hint: 'Patterns are relative to the folder that `init` runs in; {locale} matches the locale.',
    });
  }
  const only =
    notes.length === 0
      ? 'there are only files in the source locale'
      : 'none of the locales found is used as a target by default';
  return new InitError('no-targets', [`${only}: which targets?`, ...notes].join('\n'), {
    hint: 'Add --targets, such as --targets de,fr',
  });
}

function unknownNotes(unknown: readonly string[]): string[] {
  if (unknown.length === 0) return [];
  const names = unknown.join(', ');
  return [
    `Not supported by the service: ${names}. If it has other codes for them, map them under "languages" or with --languages.`,
  ];
}

/** Undefined: the environment gives the address. */
export async function askUrl(options: InitOptions, io: InitIo): Promise<string | undefined> {
  if (options.url !== undefined) return options.url;
  if (options.yes === true || io.ask === undefined) return undefined;
  const answer = await io.ask('URL of the service, or "embedded" (empty: $SERVICE_URL)', '');
  return answer === '' ? undefined : answer;
}
