import type { ResolvedCatalog, ResolvedConfig } from '../config/index.js';
import { loadCodec } from '../formats/index.js';
import { isGlossaryFile } from '../model/index.js';
import type { Problem, Report, ReportError } from '../model/index.js';
import { appendRun, requireStateRegular } from '../state/index.js';
import { LOCK_FILE } from '../lock/index.js';
import { decidedRows, failureOf, newTextOf, wasRejected } from './units/decided.js';
import type { FileComparison } from './units/row.js';
import { compare } from './compare/index.js';
import { languagesToAsk, namedRequests, needsService } from './compared.js';
import type { Compared } from './compared.js';
import { glossaryTerms } from './glossary-terms.js';
import { loadTexts, readResources, sourceLanguageOf } from './load/index.js';
import { RememberedNames } from './ledger/index.js';
import type { Loaded } from './load/index.js';
import { charactersLeft, checkLimit } from './limit.js';
import { choiceOf } from './plan/index.js';
import { plan } from './planning.js';
import { interruptedError, withShared } from './report/index.js';
import { applyResources, linesAfter } from './resources/index.js';
import type { RunContext } from './session/index.js';
import { charactersToPay, Sending } from './translate/index.js';
import { isDrifted } from './units/drift.js';
import { writeApplied } from './write/index.js';

/** Options for translating texts that are in no catalog. */
export interface TextOptions {
  /** Locale of the texts. */
  readonly source: string;
  /** Options by locale to translate into. The locales need not be targets of the config. */
  readonly translate: ResolvedCatalog['translate'];
}

export interface TranslatedTexts extends Pick<
  Report,
  'ok' | 'requests' | 'texts' | 'characters' | 'reused'
> {
  /** By locale, in the order of the texts. null: no translation; `problems` says why. */
  readonly translations: Readonly<Record<string, readonly (string | null)[]>>;
  readonly problems: readonly Problem[];
  readonly error: ReportError | null;
}

/**
 * Translates texts as `sync` does: protected, checked, requested again in other forms, and taken
 * from the memory if possible. Writes only the memory, and the lock if glossary or style files were
 * applied.
 * @throws EngineError, TranslatorError
 */
export async function translateTexts(
  texts: readonly string[],
  options: TextOptions,
  outer: RunContext,
): Promise<TranslatedTexts> {
  requireStateRegular(outer.state);
  const run = { ...outer, config: configFor(outer.config, options) };
  const compared = await compareTexts(texts, run);
  const whole = await plan(compared, run);
  const { totals, batches, files } = whole;
  const most = charactersLeft(run.config, { characters: 0 });
  const characters = await charactersToPay(totals.characters, batches, { ...run, most });
  checkLimit({ characters }, run.config);
  const resources = await applyResources(whole, run);
  const termsOf = await glossaryTerms(whole, run);
  if (termsOf !== undefined) whole.checks.expectTerms(termsOf);
  const sending = new Sending({
    ...run,
    segments: whole.segments,
    checks: whole.checks,
    most,
    files: () => [LOCK_FILE],
    onSettled: () => undefined,
  });
  sending.expect(languagesToAsk(whole));
  const { sent, storeProblems } = await sending.sendAll(whole);
  run.memory.save();
  const isRefused = (): boolean => files.some(({ rows }) => rows.some(wasRejected));
  writeApplied(linesAfter(resources, isRefused, run), {
    ...whole.loaded,
    root: run.config.root,
    state: run.state,
  });
  const fatal = sent.fatal ?? (run.signal.aborted ? interruptedError() : undefined);
  const { requests, texts: count } = sent;
  const amounts = { requests, texts: count, characters: sent.characters };
  const locales = Object.keys(options.translate);
  if (requests > 0) {
    const time = new Date().toISOString();
    appendRun(run.state, { time, command: 'translate', locales, ...amounts });
  }
  const error = fatal === undefined ? null : run.explain(fatal);
  const found = resultsIn(files, texts.length);
  const isWhole = Object.values(found.translations).every((all) => !all.includes(null));
  const reused = withShared(totals.reused, files);
  const problems = [...storeProblems, ...found.problems];
  return { ok: error === null && isWhole, ...amounts, reused, ...found, problems, error };
}

/** A config with the texts as its only catalog. */
function configFor(config: ResolvedConfig, { source, translate: options }: TextOptions) {
  const [first, ...others] = config.catalogs.map(({ messages }) => messages);
  const isOne = typeof first === 'string' && others.every((messages) => messages === first);
  const targets = Object.keys(options);
  const catalog: ResolvedCatalog = {
    source: '',
    target: '{locale}',
    exclude: [],
    targets,
    messages: isOne ? first : 'auto',
    excludedKeys: [],
    empty: 'missing',
    reuseExcluded: ['*'],
    translate: isOfSource(config, source) ? options : withoutGlossaryFiles(options),
  };
  return { ...config, source, targets, fallbacks: {}, catalogs: [catalog], documents: [] };
}

function isOfSource(config: ResolvedConfig, source: string): boolean {
  return sourceLanguageOf({ ...config, source }) === sourceLanguageOf(config);
}

/**
 * Removes glossary files: their terms, and the facts in the lock, are for the config's source
 * language.
 */
function withoutGlossaryFiles(options: TextOptions['translate']): TextOptions['translate'] {
  return Object.fromEntries(
    Object.entries(options).map(([locale, { glossary, ...others }]) => [
      locale,
      glossary === undefined || isGlossaryFile(glossary) ? others : { ...others, glossary },
    ]),
  );
}

async function compareTexts(texts: readonly string[], run: RunContext): Promise<Compared> {
  const resources = await readResources(run.config);
  const codec = await loadCodec('texts.json');
  if (codec === undefined) throw new TypeError('no codec for JSON');
  const loaded = loadTexts(texts, { config: run.config, codec, resources });
  const names = new RememberedNames(run.state);
  const compared = await comparedWith(loaded, names);
  const requests = namedRequests(compared);
  if (requests.length === 0 || !needsService(compared)) return compared;
  const isNews = await names.refresh(requests, await run.open(), run.signal);
  return isNews ? comparedWith(loaded, names) : compared;
}

async function comparedWith(loaded: Loaded, names: RememberedNames): Promise<Compared> {
  return {
    loaded,
    locales: await compare(loaded, names.fingerprintOf),
    remembered: undefined,
    identity: '',
    ...choiceOf({}, isDrifted),
  };
}

function resultsIn(
  files: readonly FileComparison[],
  count: number,
): Pick<TranslatedTexts, 'translations' | 'problems'> {
  const problems: Problem[] = [];
  const entries = files.map((file) => {
    const { locale } = file.target;
    const all = new Array<string | null>(count).fill(null);
    for (const row of decidedRows(file)) {
      const at = Number(row.source.expected.key[0]?.slice(1));
      const failure = failureOf(row);
      if (failure === undefined) all[at] = newTextOf(row)?.text ?? null;
      else problems.push({ ...failure, severity: 'error', locale, key: String(at + 1) });
    }
    return [locale, all] as const;
  });
  return { translations: Object.fromEntries(entries), problems };
}
