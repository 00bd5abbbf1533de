import { existsSync, statSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { parseConfig } from '../../config/index.js';
import { scan } from '../../engine/scan.js';
import type { ScanPair } from '../../engine/scan.js';
import { codecFor } from '../../formats/index.js';
import { knownEndings } from '../../formats/load.js';
import { explain, LocaleSyncError } from '../../model/index.js';
import { exitCodeOfError } from '../exit-code.js';
import { WORDS } from '../hints.js';
import { chooseCatalogs, guessProjectSource, guessTargets, unknownLocales } from './choose.js';
import type { Choice } from './choose.js';
import { CONFIG, configText } from './config-text.js';
import { detectLayout } from './detect.js';
import { refuseExisting } from './existing.js';
import { namingFlags } from './flag-names.js';
import { InitError, interrupted } from './init-error.js';
import type { Detection, Found } from './layout.js';
import { findNamed } from './named-files.js';
import { foundLines } from './show.js';
import { writeFiles } from './write-files.js';

/** Flags of `init`; each answers the question that would else be asked. */
export interface InitOptions {
  /** Folder of the new config. */
  readonly cwd: string;
  readonly source?: string | undefined;
  readonly targets?: readonly string[] | undefined;
  /** `embedded` or an address. */
  readonly url?: string | undefined;
  /** Patterns with `{locale}`, instead of what is found. */
  readonly files?: readonly string[] | undefined;
  /** Takes every default without asking. */
  readonly yes?: boolean | undefined;
  /** Writes over a config that is there. */
  readonly force?: boolean | undefined;
  /** Prints one object on stdout. */
  readonly json?: boolean | undefined;
  readonly quiet?: boolean | undefined;
}

export interface InitIo {
  readonly stdout: (text: string) => void;
  readonly stderr: (text: string) => void;
  /** Asks a person; answers with `fallback` for an empty line. Undefined: there is no terminal. */
  readonly ask?: ((question: string, fallback: string) => Promise<string>) | undefined;
  /** Once aborted, nothing is written. */
  readonly signal?: AbortSignal | undefined;
}

/** `locale-sync init`. Resolves to the exit code: 0 written, 2 nothing to find or wrong call, 130 interrupted. */
export async function runInit(options: InitOptions, io: InitIo): Promise<number> {
  const say = options.quiet === true ? () => undefined : io.stderr;
  try {
    const written = await init(options, { ...io, stderr: say });
    if (options.json === true)
      io.stdout(`${JSON.stringify({ ok: true, ...written, error: null })}\n`);
    return 0;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    const { code, message, hint } = explain(error, WORDS);
    if (options.json === true) {
      io.stdout(`${JSON.stringify({ ok: false, error: { code, message, hint } })}\n`);
    }
    io.stderr(`error: ${message}\n${hint === undefined ? '' : `${hint}\n`}`);
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
  refuseNoFolder(root);
  if (options.force !== true) refuseExisting(root);
  const detection =
    options.files === undefined
      ? detectLayout(root)
      : { found: await findNamed(root, options.files), notes: [], broken: [] };
  const { found, notes } = detection;
  if (found.length === 0) throw nothingFound(root, detection);
  const there = found.filter(({ locales }) => Object.keys(locales).length > 0);
  io.stderr(foundLines({ found: there, notes }, options.source));
  const choice = await choose(found, options, io);
  const url = await chooseUrl(options, io);
  io.stderr(choice.notes.map((note) => `${note}\n`).join(''));
  const file = join(root, CONFIG);
  const text = configText(choice, url);
  // What is written must work: it is checked like any other config, against the files there are.
  const { pairs } = await parseConfig(file, text)
    .then((config) => scan(config))
    .catch((error: unknown) => {
      throw namingFlags(error, text);
    });
  await refuseForeign(pairs);
  if (io.signal?.aborted === true) throw interrupted();
  const written = writeFiles(root, text);
  io.stderr(`Wrote ${written.join(', ')}: ${summary(choice, pairs.length)}\n${NEXT}`);
  const { source, targets, catalogs } = choice;
  return { file: CONFIG, source, targets, catalogs: catalogs.length };
}

const NEXT = 'Next: `locale-sync plan` shows what a sync would send, `locale-sync sync` does it.\n';

/** A config whose first run ends in an error is none that works. */
async function refuseForeign(pairs: readonly ScanPair[]): Promise<void> {
  const foreign = pairs.find(({ source }) => codecFor(source) === undefined);
  if (foreign === undefined) return;
  const endings = (await knownEndings()).join(', ');
  throw new InitError('unknown-format', `${foreign.source} is of no format that is known here`, {
    hint: `Give --files patterns that find names ending in ${endings} only.`,
  });
}

function summary({ source, targets }: Choice, files: number): string {
  const word = files === 1 ? 'source file' : 'source files';
  return `${files} ${word}, ${source} → ${targets.join(', ')}.`;
}

function refuseNoFolder(root: string): void {
  const exists = existsSync(root);
  if (exists && statSync(root).isDirectory()) return;
  const message = exists ? `${root} is not a folder` : `there is no folder ${root}`;
  throw new InitError('no-folder', message, { hint: 'Check the path given with --cwd.' });
}

function nothingFound(root: string, { notes, broken, possible }: Detection): InitError {
  const [first] = broken;
  if (first !== undefined) {
    const message = ['the locale files that are there cannot be read', ...notes].join('\n');
    const hint = `Mend ${first} first, then run \`locale-sync init\` again.`;
    return new InitError('nothing-found', message, { hint });
  }
  const looked = 'JSON, YAML, XLIFF 2 or SRT files named or foldered by locale';
  const lines = [`no locale files found in ${root} (looked for ${looked})`, ...notes];
  if (possible === undefined) {
    return new InitError('nothing-found', lines.join('\n'), {
      hint: "If they are named otherwise: locale-sync init --files 'path/{locale}.json' --source en --targets de,fr",
    });
  }
  const { path, files, locale } = possible;
  const message = [...lines, `${path} may be one, but nothing beside it says so`].join('\n');
  const pattern = `'${files.replaceAll("'", String.raw`'\''`)}'`;
  const target = locale === 'de' ? 'en' : 'de';
  return new InitError('nothing-found', message, {
    hint: `To take it: locale-sync init --files ${pattern} --source ${locale} --targets ${target}`,
  });
}

async function choose(found: readonly Found[], options: InitOptions, io: InitIo): Promise<Choice> {
  const ask = options.yes === true ? undefined : io.ask;
  const guess = guessProjectSource(found) ?? 'en';
  const source = options.source ?? (await ask?.('Source locale', guess)) ?? guess;
  const guessed = guessTargets(found, source);
  const fallback = guessed.targets.join(',');
  const targets =
    options.targets ?? splitLocales((await ask?.('Target locales', fallback)) ?? fallback);
  if (targets.length === 0) throw noTargets(guessed.notes);
  const unknown = unknownLocales(source, targets);
  const notes = [...(options.targets === undefined ? guessed.notes : []), ...unknownNotes(unknown)];
  // A flag is meant as it stands; an answer begins with what was found.
  const targetsFor = options.targets === undefined ? 'where-found' : 'every-catalog';
  const keep = options.files === undefined ? 'with-source' : 'all';
  const chosen = chooseCatalogs(found, { source, targets, targetsFor, keep });
  if (chosen.catalogs.length === 0) {
    const known = [...new Set(found.flatMap(({ locales }) => Object.keys(locales)))].filter(
      Boolean,
    );
    throw new InitError('no-source', `no files of the source "${source}" were found`, {
      hint: `Locales found: ${known.join(', ')}.`,
    });
  }
  const { catalogs } = chosen;
  return { source, targets, catalogs, unknown, notes: [...notes, ...chosen.notes] };
}

function noTargets(notes: readonly string[]): InitError {
  const only =
    notes.length === 0
      ? 'the files are there in the source locale only'
      : 'no locale of the files is taken as a target by itself';
  return new InitError('no-targets', [`${only}: which targets?`, ...notes].join('\n'), {
    hint: 'Add --targets to the call: --targets de,fr',
  });
}

function unknownNotes(unknown: readonly string[]): string[] {
  if (unknown.length === 0) return [];
  const names = unknown.join(', ');
  return [`Not known to the service: ${names}; map under "languages" what it calls otherwise.`];
}

async function chooseUrl(options: InitOptions, io: InitIo): Promise<string | undefined> {
  if (options.url !== undefined) return options.url;
  if (options.yes === true || io.ask === undefined) return undefined;
  const answer = await io.ask('Address of the service, or "embedded" (empty: $SERVICE_URL)', '');
  return answer === '' ? undefined : answer;
}

/** `de, fr` → two locales. */
function splitLocales(text: string): string[] {
  return text.split(/[\s,]+/).filter((part) => part !== '');
}
