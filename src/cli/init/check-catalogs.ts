import { basename, dirname } from 'node:path';
import { ConfigError, parseConfig } from '../../config/index.js';
import type { ConfigIssue, ResolvedConfig } from '../../config/index.js';
import { scan, ScanError } from '../../engine/index.js';
import type { ScanPair } from '../../engine/index.js';
import { aboutOf } from '../../formats/index.js';
import type { Hint } from '../../model/index.js';
import { amount, groupBy } from '../../people/index.js';
import { below, escapePattern } from './candidates.js';
import type { Choice, ChosenCatalog } from './choose-catalogs.js';
import type { FoundCatalog } from './layout.js';
import { shortList } from './locale-names.js';
import { hasSource, sourceFiles } from './source-locale.js';
import { InitError } from './options.js';

/** A choice that a run accepts, and the files that it finds. */
interface CheckedChoice {
  readonly choice: Choice;
  readonly config: ResolvedConfig;
  readonly pairs: readonly ScanPair[];
}

/** Creates the config's text, which is checked like any other config. */
interface ConfigDraft {
  readonly file: string;
  readonly textOf: (choice: Choice) => string;
}

/**
 * Checks a choice against the existing files. A catalog that a run would refuse is left out with a
 * note, as long as others remain, and so are files about older versions.
 * @throws ConfigError, ScanError if all catalogs are refused
 */
export async function checkCatalogs(choice: Choice, draft: ConfigDraft): Promise<CheckedChoice> {
  const usable = await checked(choice, draft).catch((error: unknown) => {
    if (choice.catalogs.length < 2 || !isOfConfig(error)) throw error;
    return withoutOdd(choice, draft, error);
  });
  return withoutOld(usable, draft);
}

async function withoutOdd(
  choice: Choice,
  draft: ConfigDraft,
  first: unknown,
): Promise<CheckedChoice> {
  let kept: CheckedChoice | undefined;
  const odd: { readonly pattern: string; readonly error: ConfigError | ScanError }[] = [];
  for (const catalog of choice.catalogs) {
    const catalogs = [...(kept?.choice.catalogs ?? []), catalog];
    try {
      kept = await checked({ ...choice, catalogs }, draft);
    } catch (error) {
      if (!isOfConfig(error)) throw error;
      odd.push({ pattern: patternOf(catalog), error });
    }
  }
  if (kept === undefined) throw first;
  const notes = [...groupBy(odd, ({ error }) => error.code).values()].map((alike) => {
    const names = shortList(alike.map(({ pattern }) => pattern));
    return `Left out: ${names}: ${alike[0] === undefined ? '' : reasonOf(alike[0].error)}.`;
  });
  return { ...kept, choice: { ...kept.choice, notes: [...choice.notes, ...notes] } };
}

async function checked(choice: Choice, { file, textOf }: ConfigDraft): Promise<CheckedChoice> {
  const config = await parseConfig(file, textOf(choice));
  return { choice, config, pairs: (await scan(config)).pairs };
}

/** Without files about older versions, so that a first sync does not pay for them. */
async function withoutOld(found: CheckedChoice, draft: ConfigDraft): Promise<CheckedChoice> {
  const { choice, config, pairs } = found;
  const notes: string[] = [];
  const catalogs = choice.catalogs.map((catalog, at): ChosenCatalog => {
    const own = pairs.filter((pair) => pair.catalog === config.catalogs[at]);
    const old = oldVersions(catalog, own);
    if (old.length === 0) return catalog;
    notes.push(
      `Left out of ${patternOf(catalog)}: ${amount(old.length, 'file')} about older versions. To translate them, remove their \`exclude\` from the config.`,
    );
    return { ...catalog, exclude: [...(catalog.exclude ?? []), ...patternsOf(old)] };
  });
  if (notes.length === 0) return found;
  return checked({ ...choice, catalogs, notes: [...choice.notes, ...notes] }, draft);
}

/** Sources about a version that is not the newest in its folder: stores show the newest alone. */
function oldVersions({ found }: ChosenCatalog, pairs: readonly ScanPair[]): readonly string[] {
  const { version } = aboutOf(found?.format) ?? {};
  const numbered = pairs.flatMap(({ source }) => {
    const number = version?.exec(source)?.[1];
    return number === undefined ? [] : [{ source, number: Number(number) }];
  });
  return [...groupBy(numbered, ({ source }) => dirname(source)).values()].flatMap((all) => {
    const newest = all.reduce((most, { number }) => Math.max(most, number), 0);
    return all.filter(({ number }) => number < newest).map(({ source }) => source);
  });
}

/** Files as patterns, a few for each folder. */
function patternsOf(files: readonly string[]): string[] {
  return [...groupBy(files, dirname)].flatMap(([folder, own]) => {
    const names = own.map((file) => escapePattern(basename(file)));
    const lists = names.flatMap((_, at) => (at % 100 === 0 ? [names.slice(at, at + 100)] : []));
    return lists.map((list) =>
      below(escapePattern(folder), list.length === 1 ? list.join() : `{${list.join()}}`),
    );
  });
}

function isOfConfig(error: unknown): error is ConfigError | ScanError {
  return error instanceof ConfigError || error instanceof ScanError;
}

function reasonOf(error: ConfigError | ScanError): string {
  if (error instanceof ScanError) return error.reason;
  return error.issues[0]?.message ?? error.message;
}

/**
 * Refuses a pattern given by a flag whose files contain no text: it is a mistake, or a file cannot
 * be read.
 * @throws InitError 'nothing-found'
 */
export function refuseWithoutTexts({ catalogs, source }: Choice, notes: readonly string[]): void {
  const empty = catalogs.find(({ found }) => {
    if (found === undefined || !hasSource(found, source)) return false;
    const { files, strings } = sourceFiles(found, source) ?? { files: 0, strings: 0 };
    return files > 0 && strings === 0;
  });
  if (empty === undefined) return;
  const message = [`${patternOf(empty)} matches no texts in the source locale ${source}`, ...notes];
  throw new InitError('nothing-found', message.join('\n'), {
    hint: 'Use files that contain texts; `locale-sync formats` lists the supported formats.',
  });
}

export function patternOf({
  files,
  source = '',
  target = '',
}: ChosenCatalog | FoundCatalog): string {
  return files ?? `${source} → ${target}`;
}

/** Rewords an error of the new config to name flags instead of places in the file. */
export function namingFlags(error: unknown): unknown {
  if (error instanceof ScanError) {
    const { code, reason, hint } = error;
    return new ScanError(code, reason, { hint, cause: error });
  }
  if (!(error instanceof ConfigError)) return error;
  const [first, ...others] = error.issues.map(namingFlag);
  const isUnnamed = error.issues.some(({ code }) => code === 'invalid-locale');
  const hint = isUnnamed ? LANGUAGES_HINT : error.hint;
  return first === undefined ? error : new ConfigError([first, ...others], { hint, cause: error });
}

const LANGUAGES_HINT: Hint = {
  code: 'text',
  text: 'Map names that are not language codes: --languages german=DE',
};

function namingFlag({ code, message, path = [] }: ConfigIssue): ConfigIssue {
  const flag = flagOf(path);
  return { code, message: flag === undefined ? message : `${flag}: ${message}` };
}

/** The flag of `init` that sets a value of the config. */
function flagOf([group, ...inside]: readonly (string | number)[]): string | undefined {
  switch (group) {
    case 'source':
      return '--source';
    case 'targets':
      return '--targets';
    case 'languages':
      return '--languages';
    case 'service':
      return inside[0] === 'url' ? '--url' : undefined;
    case 'catalogs':
      return flagOfCatalog(inside[1]);
    default:
      return undefined;
  }
}

function flagOfCatalog(key: string | number | undefined): string | undefined {
  if (key === undefined) return undefined;
  // Both patterns of a catalog come from one value of `--files`.
  return key === 'targets' ? '--targets' : '--files';
}
