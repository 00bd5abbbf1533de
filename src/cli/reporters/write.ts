import { execFileSync } from 'node:child_process';
import { closeSync, constants, lstatSync, realpathSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, resolve, isAbsolute } from 'node:path';
import { openRegularFile, systemFailure } from '../../disk/index.js';
import { EngineError, version } from '../../engine/index.js';
import {
  annotationsOf,
  codeQualityText,
  githubAnnotations,
  junitText,
  makeStyle,
  markdownText,
  problemsText,
  sarifText,
} from '../../people/index.js';
import type { Finished, FormOptions } from '../../people/index.js';
import {
  EMPTY_REPORT,
  withoutSecrets,
  oneLine,
  terminalText,
  jsonText,
} from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { ensureStateDirectory } from '../../state/index.js';
import { STATE_FOLDER } from '../../lock/index.js';
import type { CommonFlags } from '../flags.js';
import { githubEvent, inEvent } from '../ci-job.js';
import { folderOf } from '../io.js';
import type { Io } from '../io.js';
import { errorText } from '../print.js';
import type { CommandShape } from '../print.js';
import { realPath } from '../selection.js';
import { chosenReporters } from './chosen.js';
import type { Output } from './chosen.js';

/** The most bytes of a step summary. */
const SUMMARY = 1 << 20;

interface Reported extends Finished {
  readonly shape: CommandShape;
  /** Absolute folder that file names are relative to; undefined if no config was found. */
  readonly root: string | undefined;
  /** Absolute path of the config, if there is one. */
  readonly config?: string;
}

/**
 * Writes reports to stdout or files: those requested by flags, and those for the CI system.
 * @throws EngineError 'report-not-written' for a report that was requested
 */
export function writeReports(io: Io, flags: CommonFlags, reported: Reported): void {
  for (const output of chosenReporters(flags, io.env)) {
    try {
      writeReport({ io, flags, reported }, output);
    } catch (error) {
      if (!output.isOwn || !(error instanceof EngineError)) throw error;
      io.stderr(`${oneLine(error.message)}\n`);
    }
  }
}

/** Writes the reports of a command whose result is a list of problems. */
export function writeFindings(
  io: Io,
  flags: CommonFlags,
  found: {
    readonly command: string;
    readonly ok: boolean;
    readonly problems: readonly Problem[];
    /** For people. */
    readonly text: string;
    readonly config: ResolvedConfig;
  },
): void {
  const { command, ok, problems, text, config } = found;
  const report = { ...EMPTY_REPORT, ok, problems };
  writeReports(io, flags, {
    report,
    findings: annotationsOf(report),
    shape: { command, gate: 'gate', stream: 'result', findings: true, view: () => text },
    root: config.root,
    config: config.file,
  });
}

interface Call {
  readonly io: Io;
  readonly flags: CommonFlags;
  readonly reported: Reported;
}

function writeReport(call: Call, { name, file, isOwn }: Output): void {
  const { io, reported } = call;
  if (file !== undefined) {
    if (isOwn && name === 'gitlab') makeStateFolder(reported.root);
    const folder = isOwn ? (reported.root ?? io.cwd) : folderOf(io, call.flags.cwd);
    writeFile(resolve(folder, file), (room) => textOf(call, name, room), { io, folder, file });
  } else if (name === 'github') io.commands(textOf(call, name));
  // JSON and text on stdout are printed as the result itself.
  else if (name !== 'json' && name !== 'text') io.stdout(textOf(call, name));
}

/** @param room the most bytes of the text; undefined: no limit */
function textOf({ io, flags, reported }: Call, name: Output['name'], room?: number): string {
  const { report, shape, root } = reported;
  const all = flags.verbose === true;
  const options: FormOptions = {
    command: shape.command,
    folder: root === undefined ? '' : repositoryFolder(io.env, root),
    config: basename(reported.config ?? 'service.config.yaml'),
  };
  switch (name) {
    case 'json':
      return `${jsonText(report)}\n`;
    case 'github':
      return githubText(io, reported, options);
    case 'gitlab':
      return codeQualityText(reported, options);
    case 'sarif':
      return sarifText(reported, { ...options, version });
    case 'junit':
      return junitText(reported, options);
    case 'markdown':
      return markdownText(report, { command: shape.command, all, room });
    case 'text': {
      const style = makeStyle({ color: false });
      const parts = [
        shape.view(report, style),
        problemsText(report, style, { all }),
        report.error === null ? '' : errorText(report.error, style),
      ];
      return terminalText(parts.join(''));
    }
  }
}

/**
 * A folder's path within the repository that CI has checked out, with `/`; '' for its root, or if
 * unknown. CI expects file names relative to the repository, whatever folder a step runs in.
 */
function repositoryFolder(env: Io['env'], root: string): string {
  const workspace = env['GITHUB_WORKSPACE'] ?? env['CI_PROJECT_DIR'];
  if (workspace === undefined || workspace === '') return '';
  const folder = relative(realPath(workspace), realPath(root)).replaceAll('\\', '/');
  return isAbsolute(folder) || folder.split('/')[0] === '..' ? '' : folder;
}

/** Runs git only if not all findings can be shown. */
function githubText(io: Io, { findings, root }: Reported, options: FormOptions): string {
  if (findings.length <= 10 || root === undefined) return githubAnnotations(findings, options);
  const changed = changedLines(root, githubEvent(io));
  const isChanged = (file: string, line: number): boolean => isChangedLine(changed, file, line);
  return githubAnnotations(findings, { ...options, isChanged });
}

/** Changed lines by file name, relative to the given folder. */
type ChangedLines = ReadonlyMap<string, readonly Lines[]>;

interface Lines {
  readonly first: number;
  readonly last: number;
}

/**
 * The lines below a folder that differ from the base commit of a pull request or push; empty
 * without git or that commit, as in a shallow checkout.
 * @param event GitHub's description of the event, as parsed JSON
 */
export function changedLines(folder: string, event: unknown): ChangedLines {
  const named = [inEvent(event, 'pull_request', 'base', 'sha'), inEvent(event, 'before')].map(
    String,
  );
  const commits = named.filter((sha) => /^[\da-f]{40,64}$/.test(sha));
  const base = [...commits, 'HEAD^1'].find(
    (commit) => git(folder, ['cat-file', '-e', `${commit}^{commit}`]) !== undefined,
  );
  if (base === undefined) return new Map();
  // Does not run programs that the repository's git config names for its files.
  const plain = ['--no-color', '--no-ext-diff', '--no-textconv', '--no-renames'];
  const diff = git(folder, ['diff', '--unified=0', '--relative', ...plain, base, '--', '.']);
  return parseDiff(diff ?? '');
}

/** Whether a line has changed. */
export function isChangedLine(changed: ChangedLines, file: string, line: number): boolean {
  return (changed.get(file) ?? []).some(({ first, last }) => first <= line && line <= last);
}

/**
 * Parses a diff without context lines. Quoted names, which have special characters, are left out.
 */
export function parseDiff(diff: string): ChangedLines {
  const changed = new Map<string, Lines[]>();
  let lines: Lines[] = [];
  let isHead = false;
  for (const line of diff.split('\n')) {
    if (line.startsWith('diff --git ')) isHead = true;
    const name = isHead ? /^\+\+\+ b\/(.*?)\t?$/.exec(line)?.[1] : undefined;
    if (name !== undefined) {
      lines = [];
      changed.set(name, lines);
    }
    const [, first, count = '1'] = /^@@ -\S+ \+(\d+)(?:,(\d+))? @@/.exec(line) ?? [];
    if (first === undefined) continue;
    isHead = false;
    lines.push({ first: Number(first), last: Number(first) + Number(count) - 1 });
  }
  return changed;
}

function git(folder: string, args: readonly string[]): string | undefined {
  try {
    return execFileSync('git', ['-c', 'core.fsmonitor=false', ...args], {
      cwd: folder,
      encoding: 'utf8',
      timeout: 20_000,
      maxBuffer: 1 << 28,
      stdio: ['ignore', 'pipe', 'ignore'],
    });
  } catch {
    return undefined;
  }
}

function makeStateFolder(root: string | undefined): void {
  if (root === undefined) return;
  try {
    ensureStateDirectory(join(root, STATE_FOLDER), '.');
  } catch {
    // Writing the file will fail and give the reason.
  }
}

/**
 * Appends to the step summary of GitHub Actions; replaces other files.
 * @param options.folder that `file`, the name for messages, is relative to
 */
function writeFile(
  path: string,
  text: (room?: number) => string,
  { io, folder, file }: { readonly io: Io; readonly folder: string; readonly file: string },
): void {
  const isSummary = path === io.env['GITHUB_STEP_SUMMARY'];
  try {
    if (!isSummary) refuseLinks(folder, path);
    const { O_CREAT, O_WRONLY, O_APPEND, O_TRUNC } = constants;
    const flag = O_CREAT | O_WRONLY | (isSummary ? O_APPEND : O_TRUNC);
    const size = statSync(path, { throwIfNoEntry: false })?.size ?? 0;
    const written = withoutSecrets(isSummary ? text(SUMMARY - size) : text());
    const descriptor = openRegularFile(path, { flags: flag });
    try {
      writeFileSync(descriptor, written);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const { why, advice } = systemFailure(error);
    const message = `The report cannot be written to ${file}: ${why}`;
    const hint = `${advice}, or name another file with --reporter.`;
    throw new EngineError('report-not-written', message, hint);
  }
}

/** Refuses links, which a branch may contain: none may lead a report out of its folder. */
function refuseLinks(folder: string, path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw new Error('it is a link');
  }
  const isInside = (from: string, to: string): boolean => !relative(from, to).startsWith('..');
  const parent = dirname(path);
  if (!isInside(folder, parent)) return;
  if (!isInside(realpathSync(folder), realpathSync(parent)))
    throw new Error('a link leads outside');
}
