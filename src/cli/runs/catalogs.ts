import { statSync, writeFileSync } from 'node:fs';
import { basename, resolve } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { isCode } from '../../config/index.js';
import { readRegularText, specialKind, systemFailure } from '../../disk/index.js';
import { COMMENTS_FILE } from '../../lock/index.js';
import { overLimit, readComments, remember } from '../../engine/index.js';
import type { FileCoverage, Plan, SavedPlan } from '../../index.js';
import { EngineError } from '../../index.js';
import { explain, LocaleSyncError, RULES, jsonText, oneLine, defined } from '../../model/index.js';
import type { Report, Problem } from '../../model/index.js';
import { amount, fileCoverageText, planText } from '../../people/index.js';
import { isPullRequest } from '../ci-job.js';
import { WORDS } from '../hints.js';
import { folderOf } from '../io.js';
import { selectionOf } from '../selection.js';
import type {
  SyncFlags,
  CheckFlags,
  CommonFlags,
  PlanFlags,
  AcceptFlags,
  NamedUnit,
} from '../flags.js';
import type { Io } from '../io.js';
import { Said, TO_SEE_ALL, type CommandShape } from '../print.js';
import { refusalOfCodeIn, runCommand } from '../run.js';
import { gateProblems } from './extract.js';
import { SHAPES } from '../shapes.js';
import { watch } from '../watch.js';

/** `sync`, once or until `--watch` is interrupted. Returns the exit code. */
export function runSync(io: Io, flags: SyncFlags): Promise<number> {
  if (flags.watch !== true) return sync(io, flags);
  const said = new Said();
  return watch(io, flags, { run: () => sync(io, flags, said) });
}

function sync(io: Io, flags: SyncFlags, said?: Said): Promise<number> {
  return runCommand(io, flags, {
    shape: SHAPES.sync,
    said,
    body: async ({ engine, config }) => {
      const { plan } = flags;
      const path = resolve(folderOf(io, flags.cwd), plan ?? '');
      const saved = plan === undefined ? undefined : readPlanFile(path, plan);
      const selection = saved?.selection ?? selectionOf(flags, { io, root: config.root });
      const report = await withTypes(
        config,
        await engine.sync(selection, { ...defined({ only: saved }), trust: flags.json === true }),
      );
      remember({ selection, config, engine, report, env: io.env });
      return report;
    },
  });
}

/** Updates the declarations named in the config. Adds errors to the report. */
export async function withTypes(config: ResolvedConfig, report: Report): Promise<Report> {
  if (config.types?.out === undefined || report.error !== null) return report;
  const { writeTypes } = await import('../../code/index.js');
  try {
    await writeTypes(config);
    return report;
  } catch (error) {
    if (!(error instanceof LocaleSyncError)) throw error;
    // A source that cannot be read is already among the problems.
    if (error.code === 'invalid-source') return report;
    return { ...report, ok: false, error: explain(error, WORDS) };
  }
}

/** `check`. Returns the exit code. */
export async function runCheck(io: Io, flags: CheckFlags): Promise<number> {
  let note = '';
  const code = await runCommand(io, flags, {
    shape: SHAPES.check,
    body: async ({ engine, config }) => {
      // Only if others may have written the code, or with --verbose.
      const isSilent = flags.quiet === true || flags.json === true;
      const isNoted = !isSilent && (flags.verbose === true || isPullRequest(io.env));
      if (isNoted && isCode(config.file)) {
        note = `note: ${oneLine(basename(config.file))} is code and was run. Anyone who can change this branch decides what it does; --no-code-config only accepts YAML and JSON.\n`;
      }
      if (!isSilent) note += waitingText(config);
      const selection = selectionOf(flags, { io, root: config.root });
      const accepted = flags.baseline === true ? await engine.accept(selection) : undefined;
      const checked =
        flags.verbose === true
          ? {
              ...(await engine.check({ ...selection, settled: true })),
              ...defined({ accepted: accepted?.accepted }),
            }
          : (accepted ?? (await engine.check(selection)));
      const report = await withCode(config, checked);
      // A file that cannot be read is what a compiler explains best.
      const isRun = report.error === null || report.error.code === 'invalid-file';
      if (flags.tools !== true || !isRun) return report;
      const { runTools } = await import('./tools.js');
      const { env, signal } = io;
      const refused = refusalOfCodeIn(io, flags);
      return withFound(report, await runTools(config, selection, { env, signal, refused }));
    },
  });
  io.stderr(note);
  return code;
}

/**
 * What people said about texts and nobody has taken or answered, and what nobody can read of it; '' if
 * nothing waits.
 */
function waitingText({ root }: ResolvedConfig): string {
  const { comments, unreadable } = readComments(root);
  const suggestions = comments.filter(({ kind }) => kind === 'suggestion').length;
  const questions = comments.filter((one) => one.kind === 'question' && one.answer === '').length;
  const parts = [
    ...(suggestions > 0 ? [amount(suggestions, 'suggestion')] : []),
    ...(questions > 0 ? [amount(questions, 'question')] : []),
  ];
  const verb = suggestions + questions === 1 ? 'waits' : 'wait';
  const waiting = parts.length === 0 ? '' : `${parts.join(' and ')} ${verb}: locale-sync review\n`;
  const broken = unreadable.map(
    (line) => `${COMMENTS_FILE}: this line is no comment; correct or remove it: ${oneLine(line)}\n`,
  );
  return [waiting, ...broken].join('');
}

/** Adds what `extract --check` would report, if the config asks for it. */
async function withCode(config: ResolvedConfig, report: Report): Promise<Report> {
  if (config.checksCode !== true || report.error !== null) return report;
  const { lookForKeys } = await import('../../code/index.js');
  return withFound(report, gateProblems(await lookForKeys(config, {})));
}

function withFound(report: Report, found: readonly Problem[]): Report {
  const ok = report.ok && found.every(({ severity }) => severity !== 'error');
  return { ...report, ok, problems: [...report.problems, ...found] };
}

/** `status`. Returns the exit code. */
export function runStatus(io: Io, flags: CommonFlags): Promise<number> {
  const { view } = SHAPES.status;
  const all = flags.verbose === true;
  let files: readonly FileCoverage[] = [];
  let waiting = '';
  const shape: CommandShape = {
    ...SHAPES.status,
    view: (report, style) =>
      view(report, style) + fileCoverageText(files, style, { all, toSeeAll: TO_SEE_ALL }) + waiting,
  };
  return runCommand(io, flags, {
    shape,
    body: async ({ engine, config }) => {
      const selection = selectionOf(flags, { io, root: config.root });
      waiting = waitingText(config);
      // Texts are only graded if all of them are listed.
      const report = await engine.status({
        ...selection,
        ...(all && flags.json === true && { settled: true }),
      });
      if (flags.json !== true && flags.quiet !== true) files = engine.coverage();
      return report;
    },
  });
}

/** `plan`. Returns the exit code. */
export function runPlan(io: Io, flags: PlanFlags): Promise<number> {
  const options = { all: flags.verbose === true, toSeeAll: TO_SEE_ALL };
  let made: Plan | undefined;
  let refusal = '';
  const shape: CommandShape = {
    ...SHAPES.plan,
    view: (report, style) => planText({ items: [], ...made, report }, style, options) + refusal,
  };
  return runCommand(io, flags, {
    shape,
    body: async ({ engine, config }) => {
      const selection = selectionOf(flags, { io, root: config.root });
      const plan = await engine.plan(selection);
      if (flags.out !== undefined) {
        writePlanFile(resolve(folderOf(io, flags.cwd), flags.out), flags.out, plan);
      }
      made = plan;
      const { improve } = plan.report;
      // `plan` itself bills nothing.
      const why = overLimit(plan.report, config);
      if (why !== undefined) refusal = `sync would refuse: ${why}\n`;
      const whyNot = improve && overLimit(improve, config);
      if (whyNot !== undefined) refusal += `improve would refuse: ${whyNot}\n`;
      return plan.report;
    },
  });
}

/** `accept`. Returns the exit code. */
export function runAccept(
  io: Io,
  flags: AcceptFlags,
  named: readonly NamedUnit[],
): Promise<number> {
  return runCommand(io, flags, {
    shape: SHAPES.accept,
    body: async ({ engine, config }) => {
      const { locale, files, rule } = flags;
      // A finding in a source text is a suggestion of `improve`.
      const { source, targets } = config;
      const isOwn = (unit: NamedUnit): boolean =>
        unit.locale === source && !targets.includes(source);
      const keys = named.filter(isOwn).map(({ key }) => key);
      const units = named.filter((unit) => !isOwn(unit));
      let own = 0;
      if (keys.length > 0) {
        const asked = { keys, action: 'dismiss', ...(files && { files }) } as const;
        const { dismissed } = await engine.improve(asked);
        own = dismissed;
        if (units.length === 0) {
          const report = await engine.check();
          return { ...(flags.json === true ? report : withoutOpen(report)), accepted: dismissed };
        }
      }
      const report = await engine.accept({
        ...defined({ locales: locale, files }),
        ...(units.length === 0 ? {} : { units }),
        ...(rule === undefined ? { reviews: true } : { rules: rule }),
      });
      const all = own === 0 ? report : { ...report, accepted: (report.accepted ?? 0) + own };
      return flags.json === true ? all : withoutOpen(all);
    },
  });
}

const OPEN: ReadonlySet<Problem['code']> = new Set([
  ...Object.values(RULES),
  'missing',
  'stale',
  'review',
]);

/** Other open units are reported by `check`. */
function withoutOpen(report: Report): Report {
  const problems = report.problems.filter(({ code }) => !OPEN.has(code));
  return { ...report, problems };
}

const FORMAT = 'locale-sync plan v1';
const MAKE = 'Make one with `locale-sync plan --out FILE`.';

/**
 * Writes the file of `plan --out`: the plan as JSON, to read and for `sync --plan`. Overwrites only
 * an earlier plan.
 * @param file its name in messages
 * @throws EngineError 'plan-not-written'
 */
function writePlanFile(path: string, file: string, plan: Plan): void {
  const { selection, files, digest, report, items } = plan;
  const content = { format: FORMAT, digest, selection, files, report, items };
  const special = specialKind(path);
  if (special !== undefined || isSomethingElse(path)) {
    const what =
      special === undefined
        ? 'already exists and is not a plan'
        : `is ${special}, not a regular file`;
    const message = `${file} ${what}, so it was not changed.`;
    throw new EngineError('plan-not-written', message, 'Name another file with --out.');
  }
  try {
    writeFileSync(path, `${jsonText(content, 2)}\n`);
  } catch (error) {
    const { why, advice } = systemFailure(error);
    const message = `The plan cannot be written to ${file}: ${why}`;
    throw new EngineError('plan-not-written', message, `${advice}, or name another file.`);
  }
}

function isSomethingElse(path: string): boolean {
  if (statSync(path, { throwIfNoEntry: false })?.isFile() !== true) return false;
  const text = readRegularText(path);
  try {
    return text !== '' && !isPlan(JSON.parse(text));
  } catch {
    return true;
  }
}

/** @param file its name in messages. @throws EngineError 'plan-invalid' */
function readPlanFile(path: string, file: string): SavedPlan {
  let content: unknown;
  try {
    content = JSON.parse(readRegularText(path));
  } catch (error) {
    if (statSync(path, { throwIfNoEntry: false }) === undefined) {
      throw new EngineError('plan-invalid', `there is no file ${file}`, MAKE);
    }
    // Not Node's own message about JSON, which would quote the file.
    const said = error instanceof Error ? error.message : String(error);
    const why = error instanceof SyntaxError ? 'it is not valid JSON' : said;
    throw new EngineError('plan-invalid', `${file} cannot be read as a plan: ${why}`, MAKE);
  }
  if (!isPlan(content)) {
    throw new EngineError('plan-invalid', `${file} is not a plan made by this version.`, MAKE);
  }
  const { digest, selection, files } = content;
  return { digest, selection, files };
}

/** Whether it has the shape of a plan. An edited plan is refused later as out of date. */
function isPlan(content: unknown): content is SavedPlan {
  if (!isObject(content) || content['format'] !== FORMAT) return false;
  const { digest, selection, files } = content;
  return typeof digest === 'string' && isObject(selection) && isObject(files);
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
