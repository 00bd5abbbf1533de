import { mergeOptions, optionLayers, serviceRules, ConfigError } from '../../config/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { createEngine } from '../../index.js';
import type { TextOptions, TranslatedTexts } from '../../index.js';
import type { Formality, TranslateOptions } from '../../model/index.js';
import { makeStyle, problemsText } from '../../people/index.js';
import { defined, jsonText } from '../../model/index.js';
import { EXIT, exitCodeOfError } from '../exit-code.js';
import type { RunFlags } from '../flags.js';
import { WORDS } from '../hints.js';
import type { Io } from '../io.js';
import { errorText } from '../print.js';
import { showProgress } from '../progress.js';
import { proxyOf } from '../proxy.js';
import { trustOf } from '../ci-job.js';
import { load } from '../run.js';
import { emptyReport } from '../failure.js';
import { CallError, printServiceFailure } from './service-failure.js';

export interface TranslateFlags extends RunFlags {
  readonly to?: readonly string[];
  readonly from?: string;
  readonly context?: string;
  readonly formality?: Formality;
  readonly lines?: true;
}

/** `translate`. Returns the exit code. */
export async function runTranslate(
  io: Io,
  flags: TranslateFlags,
  given: readonly string[],
): Promise<number> {
  const quiet = flags.quiet === true || flags.json === true;
  const style = makeStyle(io.terminal);
  const progress = showProgress(io, style, { quiet, verbose: flags.verbose === true });
  try {
    const config = await load(io, flags);
    const texts = await textsOf(io, flags, given);
    const characters = flags.maxCharacters ?? config.limits.characters;
    const engine = createEngine(
      { ...config, limits: { ...config.limits, characters } },
      {
        signal: io.signal,
        onEvent: progress.onEvent,
        proxy: proxyOf(io.env),
        ...(config.store === undefined ? {} : { trust: trustOf(io) }),
        words: WORDS,
      },
    );
    const result = await engine.translateTexts(texts, optionsOf(config, flags));
    progress.stop();
    print(io, flags, result);
    if (result.error !== null) return exitCodeOfError(result.error.code);
    return result.ok ? EXIT.ok : EXIT.open;
  } catch (error) {
    progress.stop();
    return printServiceFailure(io, error, { flags });
  }
}

/** @throws CallError */
async function textsOf(
  io: Io,
  { lines }: TranslateFlags,
  given: readonly string[],
): Promise<readonly string[]> {
  if (given.length > 0) return given;
  if (io.stdinIsTerminal) {
    const hint =
      'Pass a text, such as `locale-sync translate "Save changes" --to de`, or pipe one into the command.';
    throw new CallError('No text was given.', { hint });
  }
  let text: string;
  try {
    text = new TextDecoder('utf-8', { fatal: true }).decode(await io.stdin());
  } catch (cause) {
    throw new CallError('The text on stdin is not UTF-8.', { cause });
  }
  // The newline that `echo` adds is not part of the text.
  const whole = text.replace(/\r?\n$/, '');
  return lines === true ? whole.split(/\r?\n/) : [whole];
}

/** Options of the config's top level, overridden by flags. @throws ConfigError, CallError */
function optionsOf(
  { source, targets, languages, translate }: ResolvedConfig,
  { to = targets, from = source, context, formality }: TranslateFlags,
): TextOptions {
  // The service would bill such a text and return it unchanged.
  const same = to.find((locale) => locale.toLowerCase() === from.toLowerCase());
  if (same !== undefined) {
    const hint = 'Set other targets with --to, or the locale of the texts with --from.';
    throw new CallError(`The texts are already in "${same}"; nothing was sent.`, { hint });
  }
  const entries = to.map((locale): readonly [string, TranslateOptions] => {
    const layers = optionLayers(locale, translate, { path: [], translate: undefined });
    const all = [...layers, { path: [], options: defined({ context, formality }) }];
    const [issue] = serviceRules(locale, all, languages);
    if (issue !== undefined) throw new ConfigError([{ code: issue.code, message: issue.message }]);
    return [locale, mergeOptions(all)];
  });
  return { source: from, translate: Object.fromEntries(entries) };
}

function print(io: Io, flags: TranslateFlags, result: TranslatedTexts): void {
  if (flags.json === true) {
    io.stdout(`${jsonText(result)}\n`);
    return;
  }
  const style = makeStyle(io.terminal);
  const { translations, problems, error } = result;
  const all = Object.entries(translations);
  for (const [locale, texts] of all) {
    const lead = all.length > 1 ? `${locale}\t` : '';
    for (const text of texts) if (text !== null) io.stdout(`${lead}${text}\n`);
  }
  if (problems.length > 0) {
    const report = { ...emptyReport({ code: '', message: '' }), problems, error: null };
    io.stderr(problemsText(report, style, { all: true, toSeeAll: '' }));
  }
  if (error !== null) io.stderr(errorText(error, style));
}
