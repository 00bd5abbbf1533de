import { EMPTY_REPORT, isGlossaryFile, isStyleFile } from '../../model/index.js';
import type { KeyNews, Report } from '../../model/index.js';
import {
  Inputs,
  loadLock,
  missingColumns,
  NO_RESOURCES,
  readResources,
  sourceLanguageOf,
} from '../load/index.js';
import type { ResourceFiles } from '../load/index.js';
import { withResources } from '../report/index.js';
import type { RunContext } from '../session/index.js';
import { forgetIds, sourceHash, contentHash, targetHash } from '../../lock/index.js';
import { writeApplied } from '../write/index.js';
import { isUnfound, push, hashesOf, noted } from './apply.js';
import type { Acting } from './apply.js';
import {
  isInStep,
  isRehearsal,
  knownFiles,
  newsOf,
  notePushed,
  withPushed,
  knownFile,
  shown,
} from './known.js';
import type { FileNews } from '../report/index.js';
import type { Known, ResourceFile, MetPart } from './known.js';
import { meet, newsOfPart, refuseForeign, refuseConflicts } from './meet.js';
import type { Meeting } from './meet.js';
import { developerKeys } from './developer-keys.js';
import { openShelves } from './shelves.js';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import {
  editGlossary,
  editStyle,
  newGlossary,
  newStyle,
  sameTerms,
  styleOfTerms,
} from '../terms/index.js';
import type { Decide, Terms } from '../terms/index.js';
import { writeFileAtomic } from '../../state/index.js';
import { EngineError } from '../errors.js';
import { parseGlossary, parseStyle, languageOf, StyleFile } from '../load/resource-files.js';
import type { ResolvedConfig } from '../../config/index.js';
import { readRegularFile } from '../../disk/index.js';

/** An action on glossary and style files. */
export type ResourceAction =
  /** Reports how they differ from the service's copies. */
  | { readonly do: 'show' }
  /**
   * Updates the service's copies from the files. `ours`: also entries that both sides have changed;
   * all of them, or these.
   */
  | { readonly do: 'push'; readonly ours?: true | readonly string[] }
  /**
   * Updates the files with changes made only on the service. `theirs`: also entries that both sides
   * have changed; all of them, or these, and the others stay as they are.
   */
  | { readonly do: 'pull'; readonly theirs?: true | readonly string[] }
  /** Creates a file (relative to the root, with `/`) from a glossary or style of the service. */
  | { readonly do: 'import'; readonly name: string; readonly file: string };

/** The result of an action. */
interface ResourceOutcome {
  readonly changes: readonly FileNews[];
  /** The lock's new lines. */
  readonly lines: string;
  /** Number of files written. */
  readonly written: number;
}

/** @throws EngineError, TranslatorError, WriteError */
export async function resources(action: ResourceAction, run: RunContext): Promise<Report> {
  const { config } = run;
  // The file of an import need not exist yet.
  const files = action.do === 'import' ? NO_RESOURCES : await readResources(config);
  const isOfKeys = action.do === 'show' || action.do === 'push';
  // Limits are set last: a conflict in a file leaves them as they are.
  const settleKeys = isOfKeys ? await developerKeys(action.do, run) : undefined;
  const report = await actOn(files, action, run);
  const keys = (await settleKeys?.()) ?? { problems: [] };
  const isDone = keys.developerKeys?.every(({ state }) => DONE.has(state)) ?? true;
  const warnings = missingColumns(config, files.glossaries);
  const problems = [...warnings, ...keys.problems, ...report.problems];
  return { ...report, ...keys, ok: report.ok && isDone, problems };
}

const DONE: ReadonlySet<KeyNews['state']> = new Set(['same', 'set', 'undeclared']);

async function actOn(
  files: ResourceFiles,
  action: ResourceAction,
  run: RunContext,
): Promise<Report> {
  const { config, state } = run;
  const inputs = new Inputs(config.root);
  const lock = loadLock(config, inputs);
  const before = lock.lock.applied;
  const lines = withPushed(state, before);
  const known = knownFiles(files, config, lines);
  const nothing: ResourceOutcome = { changes: [], lines, written: 0 };
  if (known.length === 0 && action.do !== 'import') return reportOf(nothing, action, run);
  const shelves = await openShelves(run);
  if (shelves === undefined) return reportOf(nothing, action, run);
  const outcome = await act(action, known, { run, shelves, lines, before });
  const context = { ...lock, inputs, root: config.root, state };
  const after = isRehearsal(config) ? undefined : writeApplied(outcome.lines, context);
  const report = reportOf(outcome, action, run);
  const problems = after?.problems ?? [];
  return problems.length === 0 ? report : { ...report, ok: false, problems };
}

async function act(
  action: ResourceAction,
  known: readonly Known[],
  acting: Acting,
): Promise<ResourceOutcome> {
  const { lines } = acting;
  switch (action.do) {
    case 'show':
      return { changes: await differences(known, acting), lines, written: 0 };
    case 'push': {
      const service = sourceHash(acting.run.config.service.url);
      const open = known.filter((one) => !isInStep(one) || isUnfound(one, service));
      const pushed = await push(open, acting, decideFor('here', action.ours));
      return { changes: pushed.changes, lines: pushed.lines, written: 0 };
    }
    case 'pull':
      return pull(known, acting, action.theirs);
    case 'import':
      return importResource(action, acting);
  }
}

function decideFor(side: 'here' | 'there', entries: true | readonly string[] = []): Decide {
  return (source) => (entries === true || entries.includes(source) ? side : undefined);
}

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;

/**
 * Creates a file from a glossary or style of the service, which locale-sync manages from then on.
 */
async function importResource(
  { name, file }: { readonly name: string; readonly file: string },
  { run, shelves, lines }: Acting,
): Promise<ResourceOutcome> {
  const { config, state } = run;
  const refuse = (message: string, hint: string): never => {
    throw new EngineError('import-refused', message, hint);
  };
  if (!isGlossaryFile(file) && !isStyleFile(file)) {
    const message = `${String(file)} does not say whether to import a glossary or a style`;
    refuse(message, 'Use .csv or .tsv for a glossary, .yaml or .yml for a style.');
  }
  const kind = isGlossaryFile(file) ? 'glossary' : 'style';
  if (/^(?:\.\.?(?:\/|$)|\/|[a-z]:)/i.test(file)) {
    refuse(`${file} is outside the root`, "Name a file below the config's folder.");
  }
  if (existsSync(join(config.root, file))) {
    const hint = 'Name a file that does not exist yet; then compare the two and keep one.';
    refuse(`${file} already exists`, hint);
  }

  // By its name, or by its id as if the lock had it.
  const wanted = knownFile({ kind, path: file, name, parts: new Map() }, '');
  const id = { service: sourceHash(config.service.url), id: name.toLowerCase(), name: '' };
  const ids = UUID.test(name) ? [id] : [];
  const copy = await shelves[kind].find({ ...wanted, applied: { ...wanted.applied, ids } });
  if (copy === undefined || copy.languages.size === 0) {
    const from = kind === 'glossary' ? ` from ${sourceLanguageOf(config)}` : '';
    const hint = `Check the name or id. \`resources import NAME FILE\` needs a ${kind} that exists on the service.`;
    return refuse(`the service has no ${kind} ${shown(name)}${from}`, hint);
  }
  const parts = new Map<string, Terms>();
  for (const language of [...copy.languages].sort()) {
    const read = await copy.read({ language, terms: new Map(), applied: new Map() });
    if (read.size > 0) parts.set(language, read);
  }
  const text = textOf({ kind, path: file, parts, name }, config);
  // A file that our own parser refuses must not be written.
  if (kind === 'glossary') parseGlossary(file, text, config);
  else parseStyle(file, text, config);
  writeFileAtomic(join(config.root, file), text, { root: config.root, state, expect: 'absent' });
  const own = knownFile({ kind, path: file, name, parts }, isRehearsal(config) ? '' : lines);
  const news = [...parts].map(([language, terms]) => ({
    language,
    ...{ added: [...terms.keys()], changed: [], removed: [], kept: [] },
  }));
  return {
    changes: [{ file: own.file, parts: news }],
    lines: noted(lines, { known: own, ids: copy.ids, terms: hashesOf(parts) }, run),
    written: 1,
  };
}

function textOf({ kind, path, parts }: ResourceFile, config: RunContext['config']): string {
  const languages = [...parts].map(([language, terms]) => ({
    language,
    terms,
    locale: localeOf(language, config),
  }));
  if (kind === 'glossary') {
    return newGlossary({ file: path, source: config.source, columns: languages });
  }
  return newStyle(
    languages.map(({ language, terms, locale }) => ({ ...styleOfTerms(terms, language), locale })),
  );
}

/** The differences of all files, including those without any. */
async function differences(
  known: readonly Known[],
  { shelves, run, lines, before }: Acting,
): Promise<readonly FileNews[]> {
  const news: FileNews[] = [];
  let isGone = false;
  for (const one of known) {
    const { path: file, parts } = one.file;
    const terms = [...parts.values()].reduce((sum, { size }) => sum + size, 0);
    run.onEvent({ type: 'resource', file, step: 'compared', terms });
    const meeting = await meet(one, shelves[one.file.kind], { all: true });
    refuseForeign([meeting]);
    isGone ||= meeting.parts.some(({ isThere, applied }) => !isThere && applied.size > 0);
    news.push(newsOf(one.file, meeting.parts.map(newsOfPart)));
  }
  // A missing copy is created by the next push, which must look it up.
  if (isGone && !isRehearsal(run.config)) {
    notePushed(run.state, before, forgetIds(lines, sourceHash(run.config.service.url)));
  }
  return news;
}

function reportOf(
  { changes, written }: ResourceOutcome,
  action: ResourceAction,
  { config }: RunContext,
): Report {
  const ok = action.do !== 'show' || changes.every(({ parts }) => parts.length === 0);
  const report = { ...EMPTY_REPORT, ok, files: { written, unchanged: 0 } };
  return withResources(report, changes, config);
}

/** Updates the files with changes made only on the service. @throws EngineError, TranslatorError */
async function pull(
  known: readonly Known[],
  { shelves, run, lines }: Acting,
  theirs: true | readonly string[] | undefined,
): Promise<ResourceOutcome> {
  const meetings: Meeting[] = [];
  const decide = decideFor('there', theirs);
  for (const one of known) {
    meetings.push(await meet(one, shelves[one.file.kind], { all: true, decide }));
  }
  refuseForeign(meetings);
  if (theirs === undefined || theirs === true) refuseConflicts(meetings);
  const changes: FileNews[] = [];
  let [after, written] = [lines, 0];
  for (const { known: one, copy, parts } of meetings) {
    const taken = parts.filter(({ plan }) => plan.kept.length > 0);
    if (taken.length > 0) {
      writeFile(one, taken, run);
      written += 1;
    }
    const terms = new Map(parts.map((part) => [part.language, appliedAfter(part)]));
    if (copy !== undefined) after = noted(after, { known: one, ids: copy.ids, terms }, run);
    const news = taken.map((part) => ({
      ...newsOfPart(part),
      added: [],
      changed: [],
      removed: [],
    }));
    if (news.length > 0) changes.push(newsOf(one.file, news));
  }
  return { changes, lines: after, written };
}

/** What both sides now agree on; for terms changed here, what was applied before. */
function appliedAfter(part: MetPart): ReadonlyMap<string, ReadonlySet<string>> {
  const { applied, plan } = part;
  const conflicts = plan.conflicts.map(({ source }) => source);
  const open = new Set([...plan.added, ...plan.changed, ...plan.removed, ...conflicts]);
  const after = new Map<string, ReadonlySet<string>>();
  for (const [name, text] of pulledTerms(part)) {
    if (!open.has(name)) after.set(name, new Set([targetHash(text)]));
  }
  for (const name of open) {
    const before = applied.get(name);
    if (before !== undefined) after.set(name, before);
  }
  return after;
}

/** The file's content afterwards. */
function pulledTerms({ terms, plan }: MetPart): Terms {
  const after = new Map(terms);
  for (const { source, there } of plan.kept) {
    if (there === undefined) after.delete(source);
    else after.set(source, there);
  }
  return after;
}

function writeFile(
  { file }: Known,
  taken: readonly MetPart[],
  { config, state }: RunContext,
): void {
  const { path } = file;
  const wanted = new Map<string, Terms>(file.parts);
  for (const part of taken) wanted.set(part.language, pulledTerms(part));
  const absolute = join(config.root, path);
  const bytes = readRegularFile(absolute);
  const text = new TextDecoder('utf-8', { ignoreBOM: true }).decode(bytes);
  const edited =
    file instanceof StyleFile
      ? editedStyle(file, taken, text)
      : editedGlossary(path, text, taken, config);
  requireSame(file, wanted, edited, config);
  writeFileAtomic(absolute, edited, { root: config.root, state, expect: contentHash(bytes) });
}

function editedStyle(file: StyleFile, taken: readonly MetPart[], text: string): string {
  const styles = taken.map((part) => {
    const own = file.styles.find(({ language }) => language === part.language);
    const locale = own?.locale ?? part.language;
    return { ...styleOfTerms(pulledTerms(part), part.language), locale };
  });
  return editStyle(text, file.styles, styles);
}

function editedGlossary(
  path: string,
  text: string,
  taken: readonly MetPart[],
  config: ResolvedConfig,
): string {
  const edits = new Map(
    taken.map(({ language, plan }) => [
      language,
      new Map(plan.kept.map(({ source, there }) => [source, there])),
    ]),
  );
  return editGlossary(text, edits, {
    file: path,
    source: config.source,
    languageOf: languageOf(config),
    nameOf: (language) => localeOf(language, config),
  });
}

/**
 * The spelling of a language in the config's targets, or the language itself if no target has it.
 */
function localeOf(language: string, config: ResolvedConfig): string {
  const targets = config.catalogs.flatMap((catalog) => catalog.targets);
  const languageIn = languageOf(config);
  const own = targets.filter((target) => languageIn(target) === language);
  return own.includes(language) ? language : (own[0] ?? language);
}

/**
 * Ensures that the edited file has the intended content before it is written. @throws EngineError
 */
function requireSame(
  { kind, path }: ResourceFile,
  wanted: ReadonlyMap<string, Terms>,
  edited: string,
  config: ResolvedConfig,
): void {
  const parts =
    kind === 'glossary'
      ? new Map(
          parseGlossary(path, edited, config).dictionaries.map(({ target, terms }) => [
            target,
            terms,
          ]),
        )
      : new StyleFile({ path, text: edited, styles: parseStyle(path, edited, config) }).parts;
  const languages = new Set([...wanted.keys(), ...parts.keys()]);
  const isSame = [...languages].every((language) =>
    sameTerms(wanted.get(language) ?? new Map(), parts.get(language) ?? new Map()),
  );
  if (isSame) return;
  const message = `${path}: the changes on the service cannot be written into the file without changing other parts of it`;
  const hint = 'Edit the file by hand; `resources` shows what changed.';
  throw new EngineError(`${kind}-invalid`, message, hint);
}
