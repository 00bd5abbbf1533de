import { dirname, join, relative, resolve } from 'node:path';
import { ConfigError, findConfigFile } from '../../config/index.js';
import type { ScanPair } from '../../engine/load/index.js';
import { inTurns, Turns } from '../../engine/turns.js';
import { KNOWN_ENDINGS } from '../../formats/endings.js';
import { codecFor } from '../../formats/index.js';
import { explain, LocaleSyncError } from '../../model/index.js';
import { jsonText } from '../../sinks/json.js';
import { quotedWord, shellWord } from '../../sinks/shell.js';
import { oneLine, terminalText } from '../../sinks/terminal.js';
import { exitCodeOfError } from '../exit-code.js';
import { WORDS } from '../hints.js';
import { plural } from '../plural.js';
import { checkCatalogs, namingFlags, refuseWithoutTexts } from './check-catalogs.js';
import type { Choice } from './choose-catalogs.js';
import { CONFIG, configText, describe } from './config-text.js';
import { detectLayout } from './detect.js';
import { findByFlag } from './files-flag.js';
import type { Detection, FoundCatalog } from './layout.js';
import { InitError, interrupted } from './options.js';
import type { InitIo, InitOptions } from './options.js';
import { openProject } from './project.js';
import type { Project } from './project.js';
import { askCatalogs, askUrl } from './questions.js';
import { writeFiles } from './write-files.js';

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
  const project = openProject(root);
  if (options.force !== true) refuseExisting(root);
  const detection = await detect(project, options, io);
  const { found, notes } = detection;
  if (found.length === 0) throw nothingFound(root, detection);
  const there = found.filter(({ locales }) => Object.keys(locales).length > 0);
  io.stderr(foundLines({ found: there, notes }, options.source));
  const asked = await askCatalogs(found, options, io);
  const url = await askUrl(options, io);
  if (options.files !== undefined) refuseWithoutTexts(asked, notes);
  const file = join(root, CONFIG);
  // The new config must work: it is checked like any other, against the existing files.
  const draft = { file, textOf: (choice: Choice) => configText(choice, url) };
  const { choice, pairs } = await checkCatalogs(asked, draft).catch((error: unknown) => {
    throw namingFlags(error);
  });
  io.stderr(choice.notes.map((note) => `${oneLine(note, Infinity)}\n`).join(''));
  refuseForeign(pairs);
  if (io.signal?.aborted === true) throw interrupted();
  const written = writeFiles(root, draft.textOf(choice));
  const done = `Wrote ${written.join(', ')}: ${summary(choice, pairs.length)}`;
  io.stderr(`${oneLine(done, Infinity)}\n${NEXT}`);
  const { source, targets, catalogs } = choice;
  return { file: CONFIG, source, targets, catalogs: catalogs.length };
}

/** Can be interrupted by a signal. @throws EngineError 'interrupted' */
async function detect(
  project: Project,
  { files }: InitOptions,
  { working, signal }: InitIo,
): Promise<Detection> {
  if (files !== undefined) return findByFlag(project, files);
  working?.at('looking for locale files');
  try {
    return await inTurns(detectLayout(project), signal && new Turns(signal));
  } finally {
    working?.stop();
  }
}

const NEXT =
  'Next: `locale-sync plan` shows what a sync would send, `locale-sync sync` translates.\n';

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
  return `${files} ${word}, ${source} → ${targets.join(', ')}.`;
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
function foundLines(
  { found, notes }: Pick<Detection, 'found' | 'notes'>,
  source: string | undefined,
): string {
  const lines = found.flatMap((one) => {
    const pattern = one.files ?? `${one.source ?? ''} → ${one.target ?? ''}`;
    return [`Found ${pattern} (${describe(one, sourceIn(one, source))})`, `  ${localesOf(one)}`];
  });
  return [...lines, ...notes].map((line) => `${oneLine(line, Infinity)}\n`).join('');
}

/** The requested source if the catalog has it, or else the one that its files suggest. */
function sourceIn(
  { files, locales, sourceLocale }: FoundCatalog,
  source: string | undefined,
): string {
  const isThere = source !== undefined && (files === undefined || Object.hasOwn(locales, source));
  return isThere ? source : sourceLocale;
}

function localesOf({ locales }: FoundCatalog): string {
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
