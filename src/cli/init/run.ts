import { dirname, join, relative, resolve } from 'node:path';
import { ConfigError, findConfigFile } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import type { ScanPair } from '../../engine/index.js';
import { KNOWN_ENDINGS, codecFor } from '../../formats/index.js';
import { createEngine } from '../../index.js';
import {
  explain,
  LocaleSyncError,
  jsonText,
  quotedWord,
  shellWord,
  oneLine,
  terminalText,
} from '../../model/index.js';
import { amount, groupBy } from '../../people/index.js';
import { exitCodeOfError } from '../exit-code.js';
import { WORDS } from '../hints.js';
import { plural } from '../print.js';
import { checkCatalogs, namingFlags, patternOf, refuseWithoutTexts } from './check-catalogs.js';
import { chooseCatalogs } from './choose-catalogs.js';
import type { Choice, ChosenCatalog } from './choose-catalogs.js';
import {
  chooseFallbacks,
  fallbackNotes,
  guessProjectSource,
  guessTargets,
  splitLocales,
  unknownLocales,
} from './choose-locales.js';
import { CONFIG, configText, describe, writeFiles } from './config-text.js';
import { detectLayout } from './detect.js';
import { findByPatterns } from './files-flag.js';
import type { Detection, FoundCatalog } from './layout.js';
import { languagesOf, localeList } from './locale-names.js';
import { attributeLines, registerDriver, repositoryOf } from './merge-driver.js';
import { InitError, interrupted } from './options.js';
import type { InitIo, InitOptions } from './options.js';
import { hasSource } from './source-locale.js';
import { openProject } from './project.js';
import type { Project } from './project.js';

/**
 * Runs `init`. Returns the exit code: 0 written, 2 nothing found or wrong call, 130 interrupted.
 */
export async function runInit(options: InitOptions, io: InitIo): Promise<number> {
  const say = options.quiet === true ? () => undefined : io.stderr;
  try {
    const written = await init(options, { ...io, stderr: say });
    if (options.json === true) io.stdout(`${jsonText({ ok: true, ...written, error: null })}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const { code, message, hint } = explain(error, WORDS);
    if (options.json === true) {
      io.stdout(`${jsonText({ ok: false, error: { code, message, hint } })}\n`);
    }
    io.stderr(terminalText(`error: ${message}\n${hint === undefined ? '' : `${hint}\n`}`));
    return exitCodeOfError(code);
  }
}

interface Written {
  readonly file: string;
  readonly source: string;
  readonly targets: readonly string[];
  readonly catalogs: number;
}

async function init(options: InitOptions, io: InitIo): Promise<Written> {
  const root = resolve(options.cwd);
  const project = openProject(root, io.signal);
  if (options.force !== true) refuseExisting(root);
  const detection = await detect(project, options, io);
  const { found, notes } = detection;
  if (found.length === 0) throw nothingFound(root, detection);
  const there = found.filter(({ locales }) => Object.keys(locales).length > 0);
  // What a person needs to see before answering; otherwise it is part of the ending.
  if (io.ask !== undefined && options.yes !== true) io.stderr(foundLines(there, options.source));
  io.stderr(lines(notes));
  const asked = await askCatalogs(found, options, io);
  const url = await askUrl(options, io);
  const parserConfig = await askParserConfig(root, options, io);
  if (options.files !== undefined) refuseWithoutTexts(asked, notes);
  const file = join(root, CONFIG);
  // The new config must work: it is checked like any other, against the existing files.
  const draft = { file, textOf: (choice: Choice) => configText(choice, { url, parserConfig }) };
  const { choice, config, pairs } = await checkCatalogs(asked, draft).catch((error: unknown) => {
    throw namingFlags(error);
  });
  refuseForeign(pairs);
  const isShown = options.quiet !== true && options.json !== true;
  const cost = isShown ? await firstSync(config, pairs, io) : undefined;
  if (io.signal?.aborted === true) throw interrupted();
  const top = await askMergeDriver(root, options, io);
  const attributes = top === undefined ? [] : attributeLines(config);
  const written = writeFiles(root, draft.textOf(choice), attributes);
  if (top !== undefined) await registerDriver(root, top);
  const done = `Wrote ${written.join(', ')}: ${summary(choice, pairs.length)}`;
  const screen = cost === undefined ? [] : ending(choice, cost);
  const gap = notes.length + choice.notes.length > 0 && screen.length > 0 ? [''] : [];
  const keys = parserConfig === undefined ? [] : [keysNote(parserConfig)];
  io.stderr(lines([...choice.notes, ...gap, ...screen, done, ...keys, NEXT]));
  const { source, targets, catalogs } = choice;
  return { file: CONFIG, source, targets, catalogs: catalogs.length };
}

function lines(texts: readonly string[]): string {
  return texts.map((text) => `${oneLine(text, Infinity)}\n`).join('');
}

/** What a first sync would send. */
interface FirstSync {
  /** Characters by catalog of the config. */
  readonly byCatalog: readonly number[];
  /** A sentence about all of it. */
  readonly total: string;
}

/** Plans a first sync, without the network. @throws InitError 'interrupted' */
async function firstSync(
  config: ResolvedConfig,
  pairs: readonly ScanPair[],
  { working, signal }: InitIo,
): Promise<FirstSync> {
  working?.at('planning a first sync');
  const engine = createEngine(config, signal === undefined ? {} : { signal });
  try {
    const { items, report } = await engine.plan();
    const catalogs = new Map(
      pairs.flatMap(({ catalog, targets }) =>
        targets.map(({ path }) => [path, config.catalogs.indexOf(catalog)] as const),
      ),
    );
    const byCatalog = config.catalogs.map(() => 0);
    for (const { file, characters } of items) {
      const at = catalogs.get(file) ?? -1;
      byCatalog[at] = (byCatalog[at] ?? 0) + characters;
    }
    const { characters, texts, requests } = report;
    const sent = `${amount(characters, 'character')} (${amount(texts, 'text')} in ${amount(requests, 'request')})`;
    return { byCatalog, total: `A first sync would send ${sent}.` };
  } catch (error) {
    if (signal?.aborted === true) throw interrupted();
    if (!(error instanceof LocaleSyncError)) throw error;
    return { byCatalog: [], total: `What a first sync would send is unknown: ${error.message}` };
  } finally {
    working?.stop();
    await engine.close();
  }
}

/** The most entries of the ending: it fits on one screen. */
const MOST = 8;

/** Catalogs, their locales and why they have them, and what a first sync would send. */
function ending({ catalogs, open, source, targets }: Choice, cost: FirstSync): string[] {
  const priced = catalogs.map((catalog, at) => ({ catalog, characters: cost.byCatalog[at] ?? 0 }));
  const targetsOf = (one: ChosenCatalog): string => localeList(one.targets ?? targets);
  // Catalogs with the same targets share an entry if there are too many.
  const keyOf = ({ catalog }: (typeof priced)[number], at: number): string =>
    catalogs.length <= MOST ? String(at) : `${targetsOf(catalog)} ${catalog.why ?? ''}`;
  const groups = [...groupBy(priced, keyOf).values()]
    .map((all) => ({ all, sum: all.reduce((sum, one) => sum + one.characters, 0) }))
    .sort((a, b) => b.sum - a.sum);
  const shown = groups.slice(0, MOST).flatMap(({ all, sum }) => {
    const [{ catalog }, ...others] = all as [(typeof all)[number], ...typeof all];
    const more = others.length === 0 ? '' : `, and ${amount(others.length, 'more catalog')}`;
    const price = cost.byCatalog.length === 0 ? '' : `: ${amount(sum, 'character')}`;
    return [
      `${described(catalog, source)}${more}`,
      `  → ${targetsOf(catalog)}${price} (${catalog.why ?? ''})`,
    ];
  });
  const rest = groups.slice(MOST);
  const restSum = rest.reduce((sum, one) => sum + one.sum, 0);
  const restCount = rest.reduce((count, { all }) => count + all.length, 0);
  const [first, ...otherOpen] = open;
  return [
    ...shown,
    ...(rest.length === 0
      ? []
      : [`… and ${amount(restCount, 'more catalog')}: ${amount(restSum, 'character')}`]),
    ...(first === undefined
      ? []
      : [
          `${described(first, source)}${otherOpen.length === 0 ? '' : `, and ${amount(otherOpen.length, 'more catalog')}`}`,
          `  → not translated: ${first.why ?? ''}. To add it, choose its targets in ${CONFIG}.`,
        ]),
    cost.total,
  ];
}

function described(catalog: ChosenCatalog, source: string): string {
  const { found } = catalog;
  return `${patternOf(catalog)}${found === undefined ? '' : ` (${describe(found, source)})`}`;
}

/** Can be interrupted by a signal. @throws EngineError 'interrupted' */
async function detect(
  project: Project,
  { files, source }: InitOptions,
  { working }: InitIo,
): Promise<Detection> {
  if (files !== undefined) return findByPatterns(project, files, source);
  working?.at('looking for locale files');
  try {
    return await detectLayout(project);
  } finally {
    working?.stop();
  }
}

const NEXT =
  'Next: `locale-sync plan` shows what a sync would send, `locale-sync sync` translates.';

/** Refuses a config whose first run would fail. */
function refuseForeign(pairs: readonly ScanPair[]): void {
  const foreign = pairs.find(({ source }) => codecFor(source) === undefined);
  if (foreign === undefined) return;
  const endings = KNOWN_ENDINGS.join(', ');
  throw new InitError('unknown-format', `the format of ${foreign.source} is unknown`, {
    hint: `Use patterns in --files that only match files ending in ${endings}.`,
  });
}

function summary({ source, targets }: Choice, files: number): string {
  const word = files === 1 ? 'source file' : 'source files';
  return `${files} ${word}, ${source} → ${localeList(targets)}.`;
}

/** Refuses to overwrite a config here. One in a folder above may cover the same files. */
function refuseExisting(root: string): void {
  const existing = configFor(root);
  if (existing === undefined) return;
  if (dirname(existing) !== root) {
    const name = relative(root, existing).replaceAll('\\', '/');
    throw new InitError('exists', `there already is a config for this folder: ${name}`, {
      hint: `Add a catalog to it, or use --force to create a second config, ${join(root, CONFIG)}.`,
    });
  }
  throw new InitError('exists', `there already is a config: ${relative(root, existing)}`, {
    hint: `--force writes ${CONFIG} anyway.`,
  });
}

function configFor(root: string): string | undefined {
  try {
    return findConfigFile({ cwd: root });
  } catch (error) {
    if (error instanceof ConfigError && error.code === 'not-found') return undefined;
    throw error;
  }
}

/** What was found: per catalog a line about its source and one about its locales. */
function foundLines(found: readonly FoundCatalog[], source: string | undefined): string {
  return lines(
    found.flatMap((one) => [
      `Found ${patternOf(one)} (${describe(one, sourceIn(one, source))})`,
      `  ${countsOf(one)}`,
    ]),
  );
}

/** The requested source if the catalog has it, or else the one that its files suggest. */
function sourceIn(
  { files, locales, sourceLocale }: FoundCatalog,
  source: string | undefined,
): string {
  const isThere = source !== undefined && (files === undefined || Object.hasOwn(locales, source));
  return isThere ? source : sourceLocale;
}

function countsOf({ locales }: FoundCatalog): string {
  const named = Object.entries(locales).filter(([locale]) => locale !== '');
  if (named.length === 0) return 'no translations yet';
  const counts = named.map(
    ([locale, { files, strings }]) =>
      `${locale} ${plural(strings, 'string')}${files === 1 ? '' : ` in ${plural(files, 'file')}`}`,
  );
  return counts.join(', ');
}

/** The error if no catalog was found: names broken files, or suggests a pattern. */
function nothingFound(root: string, { notes, broken, suggestion }: Detection): InitError {
  const [first] = broken;
  if (first !== undefined) {
    const message = ['the locale files found cannot be read', ...notes].join('\n');
    const hint = `Fix ${first} first, then run \`locale-sync init\` again.`;
    return new InitError('nothing-found', message, { hint });
  }
  const looked =
    'files or folders named by locale, in the formats that `locale-sync formats` lists';
  const lines = [`no locale files found in ${root} (looked for ${looked})`, ...notes];
  if (suggestion === undefined) {
    return new InitError('nothing-found', lines.join('\n'), {
      hint: "If they are named differently: locale-sync init --files 'path/{locale}.json' --source en --targets de,fr",
    });
  }
  const { path, files, locale, targets } = suggestion;
  const message = [...lines, `${path} may be one, but nothing next to it confirms that`].join('\n');
  const others = targets.length > 0 ? targets : [locale === 'de' ? 'en' : 'de'];
  return new InitError('nothing-found', message, {
    hint: `To use it: locale-sync init --files ${quotedWord(files)} --source ${shellWord(locale)} --targets ${shellWord(others.join(','))}`,
  });
}

/**
 * Source, targets and catalogs, from flags, answers or detection.
 * @throws InitError 'no-targets', 'no-source'
 */
async function askCatalogs(
  found: readonly FoundCatalog[],
  options: InitOptions,
  io: InitIo,
): Promise<Choice> {
  const ask = options.yes === true ? undefined : io.ask;
  const guess = guessProjectSource(found) ?? 'en';
  const source = options.source ?? (await ask?.('Source locale', guess)) ?? guess;
  const guessed = guessTargets(found, source);
  const fallback = guessed.targets.join(',');
  const answer =
    options.targets === undefined ? await ask?.('Target locales', fallback) : undefined;
  const isAnswered = answer !== undefined && answer !== fallback;
  const targets = options.targets ?? splitLocales(answer ?? fallback);
  const ofLibraries = options.targets === undefined && !isAnswered ? guessed.ofLibraries : [];
  if (targets.length === 0) throw noTargets(found, source, guessed.notes);
  const all = [...targets, ...ofLibraries];
  const languages = languagesOf([source, ...all], options.languages);
  const isCode = (locale: string): boolean => !Object.hasOwn(languages, locale);
  const unknown = unknownLocales(source, all).filter(isCode);
  const notes = [...(options.targets === undefined ? guessed.notes : []), ...unknownNotes(unknown)];
  // Flags are taken literally; answers are based on what was found.
  const isGuessed = options.targets === undefined;
  const targetsFor = isGuessed ? (isAnswered ? 'answered' : 'where-found') : 'every-catalog';
  const keep = options.files === undefined ? 'with-source' : 'all';
  const chosen = chooseCatalogs(found, { source, targets, ofLibraries, targetsFor, keep });
  const { catalogs, open } = chosen;
  if (catalogs.length === 0 && open.length === 0) throw noSource(source, found, chosen.notes);
  if (catalogs.length === 0) throw noTargets(found, source, notes);
  const fallbacks = chooseFallbacks(found, source, all);
  notes.push(...chosen.notes, ...fallbackNotes(fallbacks));
  return { source, targets, ofLibraries, languages, fallbacks, catalogs, open, unknown, notes };
}

function noSource(
  source: string,
  found: readonly FoundCatalog[],
  notes: readonly string[],
): InitError {
  const locales = new Set(found.flatMap((one) => Object.keys(one.locales)));
  const hint = `Locales found: ${[...locales].filter(Boolean).join(', ')}.`;
  const message = [`no files for the source locale "${source}" were found`, ...notes].join('\n');
  return new InitError('no-source', message, { hint });
}

function noTargets(
  found: readonly FoundCatalog[],
  source: string,
  notes: readonly string[],
): InitError {
  const bare = found.find(({ locales }) => Object.keys(locales).length === 0);
  if (bare !== undefined) {
    const { files = bare.source ?? '' } = bare;
    return new InitError('nothing-found', `${files} matches no files in a known format`, {
      hint: 'Patterns are relative to the folder that `init` runs in; {locale} matches the locale.',
    });
  }
  const own = found
    .filter((one) => hasSource(one, source))
    .map(({ files = '', source: path = files }) => path);
  const only =
    notes.length === 0
      ? `there are only files in the source locale (${own.join(', ')})`
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

/** The config of i18next-parser that `extract` is to use, if there is one. */
async function askParserConfig(
  root: string,
  options: InitOptions,
  io: InitIo,
): Promise<string | undefined> {
  const { findParserConfig } = await import('../../code/index.js');
  const file = findParserConfig(root);
  if (file === undefined || options.yes === true || io.ask === undefined) return file;
  const answer = await io.ask(`Find keys in code as ${file} says`, 'yes');
  return /^y(?:es)?$/i.test(answer.trim()) ? file : undefined;
}

function keysNote(file: string): string {
  return `Keys in code: \`locale-sync extract\` adds them, with the settings of ${file}.`;
}

/** The repository in which to register the merge driver; undefined: none. */
async function askMergeDriver(
  root: string,
  { mergeDriver, yes }: InitOptions,
  { ask }: InitIo,
): Promise<string | undefined> {
  if (mergeDriver === false || (mergeDriver === undefined && (yes === true || ask === undefined)))
    return undefined;
  const top = await repositoryOf(root);
  if (top === undefined || mergeDriver === true) return top;
  const answer = await ask?.('Let git merge these files text by text, not line by line', 'yes');
  return answer !== undefined && /^y(?:es)?$/i.test(answer.trim()) ? top : undefined;
}

/** Undefined: the environment gives the address. */
async function askUrl(options: InitOptions, io: InitIo): Promise<string | undefined> {
  if (options.url !== undefined) return options.url;
  if (options.yes === true || io.ask === undefined) return undefined;
  const answer = await io.ask('URL of the service, or "embedded" (empty: $SERVICE_URL)', '');
  return answer === '' ? undefined : answer;
}
