import { spawn } from 'node:child_process';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { readRegularText, specialKind, systemFailure } from '../../disk/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { EngineError } from '../../engine/index.js';
import { defined, formatKey, oneLine } from '../../model/index.js';
import type { ReviewOutcome } from '../../model/index.js';
import { amount, applyEdits, openReview, parsePatch, reportHtml } from '../../people/index.js';
import type { Guest } from '../../people/index.js';
import { EXIT } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import { WORDS } from '../hints.js';
import { aborted, folderOf, isSet } from '../io.js';
import type { Io } from '../io.js';
import { explained } from '../print.js';
import { load } from '../run.js';

export interface ReviewFlags extends CommonFlags {
  readonly port: number;
  readonly open: boolean;
  readonly apply?: string;
  readonly locale?: readonly string[];
  readonly invite?: readonly string[];
  readonly suggest?: readonly string[];
  readonly host?: string;
  readonly url?: URL;
}

export interface ReportFlags extends CommonFlags {
  readonly html: string;
}

/** `review`, until it is interrupted. Returns the exit code. */
export function runReview(io: Io, flags: ReviewFlags): Promise<number> {
  const { apply, port, open, host, url, invite = [], suggest = [] } = flags;
  return explained(io, flags, async () => {
    const config = await load(io, flags);
    const { signal } = io;
    if (apply !== undefined) {
      const [by, ...others] = [...invite, ...suggest];
      const isOfLinks = [flags.locale, host, url].some((flag) => flag !== undefined);
      if (isOfLinks || others.length > 0) {
        const message = '--apply takes the edits of one person, and makes no link.';
        throw new EngineError('review-flags', message, 'Use one --invite or --suggest, or none.');
      }
      const text = readPatch(resolve(folderOf(io, flags.cwd), apply), apply);
      const who = { ...defined({ by }), ...(suggest.length > 0 && { suggest: true as const }) };
      const edits = parsePatch(text).map((edit) => ({ ...edit, ...who }));
      return told(io, await applyEdits(config, edits, { words: WORDS, signal }));
    }
    const reload = (): Promise<ResolvedConfig> => load(io, flags);
    const guests = guestsOf(config, flags);
    const where = defined({ host, proxy: url });
    const options = { words: WORDS, signal, port, reload, guests, ...where };
    const review = await openReview(config, options);
    io.stdout(`Review page: ${review.url}\n`);
    for (const [at, { locale, name, may }] of guests.entries()) {
      const whose = [name, locale].filter((part) => part !== '').join(', ');
      io.stdout(`Link for ${whose} (may ${may}): ${review.guestUrls[at] ?? ''}\n`);
    }
    if (open && io.terminal.interactive && !isSet(io.env['CI'])) openBrowser(review.url);
    io.stderr('Press Ctrl-C to stop.\n');
    await aborted(signal);
    await review.close();
    return EXIT.ok;
  });
}

/** A link for each person and language. @throws EngineError 'review-flags' */
function guestsOf(config: ResolvedConfig, flags: ReviewFlags): readonly Guest[] {
  const { locale: locales = config.targets, invite = [], suggest = [], host, url } = flags;
  const unknown = locales.find((locale) => !config.targets.includes(locale));
  if (unknown !== undefined) {
    const message = `The config has no target ${unknown}.`;
    throw new EngineError('review-flags', message, `Use ${config.targets.join(', ')}.`);
  }
  const isShared = host !== undefined || url !== undefined || flags.locale !== undefined;
  if (isShared && invite.length + suggest.length === 0) {
    const message = '--locale, --host and --url are about links, and no link is asked for.';
    throw new EngineError('review-flags', message, 'Add --invite or --suggest.');
  }
  return locales.flatMap((locale): readonly Guest[] => [
    ...invite.map((name) => ({ locale, name, may: 'decide' as const })),
    ...suggest.map((name) => ({ locale, name, may: 'suggest' as const })),
  ]);
}

const OPENERS: Partial<Record<NodeJS.Platform, readonly [string, ...string[]]>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address in this machine's browser; does nothing if there is none. */
function openBrowser(url: string): void {
  const [command, ...args] = OPENERS[process.platform] ?? ['xdg-open'];
  const child = spawn(command, [...args, url], { stdio: 'ignore', detached: true });
  // The address is printed as well.
  child.on('error', () => undefined);
  child.unref();
}

/** `report`. Returns the exit code. */
export function runReport(io: Io, flags: ReportFlags): Promise<number> {
  return explained(io, flags, async () => {
    const config = await load(io, flags);
    const path = resolve(folderOf(io, flags.cwd), flags.html);
    refuseOther(path, flags.html);
    const { html, data } = await reportHtml(config, { words: WORDS, signal: io.signal });
    try {
      writeFileSync(path, html);
    } catch (error) {
      const { why, advice } = systemFailure(error);
      const message = `The report cannot be written to ${flags.html}: ${why}`;
      throw new EngineError('report-not-written', message, `${advice}, or name another file.`);
    }
    const units = amount(data.rows.text.length, 'unit');
    if (flags.quiet !== true) io.stderr(`${oneLine(flags.html)} written: ${units}.\n`);
    for (const problem of data.problems) io.stderr(`left out: ${oneLine(problem)}\n`);
    return EXIT.ok;
  });
}

/**
 * Refuses to overwrite anything except an earlier report. @throws EngineError 'report-not-written'
 */
function refuseOther(path: string, name: string): void {
  const stats = statSync(path, { throwIfNoEntry: false });
  if (stats === undefined) return;
  const special = specialKind(path);
  const start = stats.isFile() ? readFileSync(path, 'utf8').slice(0, 2_000) : '';
  if (special === undefined && (start === '' || start.includes('<title>locale-sync review')))
    return;
  const what = special ?? 'not a report';
  const message = `${name} already exists and is ${what}, so it was not changed.`;
  throw new EngineError('report-not-written', message, 'Name another file with --html.');
}

/** @throws EngineError 'patch-invalid' */
function readPatch(path: string, name: string): string {
  try {
    return readRegularText(path);
  } catch (cause) {
    const message = `${name} cannot be read.`;
    throw new EngineError(
      'patch-invalid',
      message,
      'Use the file that was saved from the report.',
      cause,
    );
  }
}

/** Prints why each refused edit was refused; counts the others. */
function told(io: Io, outcomes: readonly ReviewOutcome[]): number {
  const refused = outcomes.filter(({ done }) => !done);
  for (const { file, locale, key, message = '' } of refused) {
    io.stdout(`${oneLine(`${locale}:${formatKey(key)} (${file})`)}: ${oneLine(message)}\n`);
  }
  const done = amount(outcomes.length - refused.length, 'edit');
  io.stderr(`${done} applied, ${refused.length} refused.\n`);
  return refused.length === 0 ? EXIT.ok : EXIT.open;
}
