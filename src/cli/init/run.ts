import { join, resolve } from 'node:path';
import type { ScanPair } from '../../engine/load/index.js';
import { inTurns, Turns } from '../../engine/turns.js';
import { codecFor } from '../../formats/index.js';
import { KNOWN_ENDINGS } from '../../formats/endings.js';
import { explain, LocaleSyncError } from '../../model/index.js';
import { jsonText } from '../../sinks/json.js';
import { oneLine, terminalText } from '../../sinks/terminal.js';
import { exitCodeOfError } from '../exit-code.js';
import { WORDS } from '../hints.js';
import { checkCatalogs, refuseWithoutTexts } from './check-catalogs.js';
import type { Choice } from './choose-catalogs.js';
import { CONFIG, configText } from './config-text.js';
import { detectLayout } from './detect.js';
import { refuseExisting } from './existing-config.js';
import { namingFlags } from './flag-names.js';
import { InitError, interrupted } from './init-error.js';
import type { Detection } from './layout.js';
import { findByFlag } from './files-flag.js';
import { foundLines } from './found-text.js';
import { nothingFound } from './nothing-found.js';
import { openProject } from './project.js';
import type { Project } from './project.js';
import { askCatalogs, askUrl } from './questions.js';
import { writeFiles } from './write-files.js';
import type { InitIo, InitOptions } from './init-options.js';

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
