import { closeSync, constants, lstatSync, realpathSync, writeFileSync } from 'node:fs';
import { dirname, relative, resolve } from 'node:path';
import { openRegularFile } from '../disk/regular-file.js';
import { EngineError } from '../engine/errors.js';
import type { Report } from '../model/index.js';
import { annotationsOf, githubAnnotations, makeStyle, problemsText } from '../report/index.js';
import { markdownText } from '../report/markdown-text.js';
import { jsonText } from '../sinks/json.js';
import { terminalText } from '../sinks/terminal.js';
import type { CommonFlags, ReporterFlag } from './flags.js';
import { folderOf } from './io.js';
import type { Io } from './io.js';
import { errorText } from './print.js';
import type { CommandShape } from './print.js';

export interface Reported {
  readonly report: Report;
  readonly shape: CommandShape;
}

/**
 * `--reporter`: writes a report in other forms, on stdout or into files.
 * @throws EngineError 'report-not-written'
 */
export function writeReports(io: Io, flags: CommonFlags, reported: Reported): void {
  for (const reporter of flags.reporter ?? []) {
    if (reporter.file !== undefined) {
      write(io, flags, { file: reporter.file, text: textOf(reporter, flags, reported) });
    } else if (reporter.name === 'markdown') io.stdout(textOf(reporter, flags, reported));
    else if (reporter.name === 'github' && io.env['GITHUB_ACTIONS'] !== 'true') {
      // There they are printed anyway.
      io.commands(textOf(reporter, flags, reported));
    }
  }
}

function textOf({ name }: ReporterFlag, flags: CommonFlags, { report, shape }: Reported): string {
  const all = flags.verbose === true;
  switch (name) {
    case 'json':
      return `${jsonText(report)}\n`;
    case 'github':
      return githubAnnotations(annotationsOf(report));
    case 'markdown':
      return markdownText(report, { command: shape.command, all });
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

interface Output {
  readonly file: string;
  readonly text: string;
}

/** The summary of a step in GitHub Actions is added to; other files are replaced. */
function write(io: Io, flags: CommonFlags, { file, text }: Output): void {
  const folder = folderOf(io, flags.cwd);
  const path = resolve(folder, file);
  const isSummary = path === io.env['GITHUB_STEP_SUMMARY'];
  try {
    if (!isSummary) refuseLinks(folder, path);
    const { O_CREAT, O_WRONLY, O_APPEND, O_TRUNC } = constants;
    const flag = O_CREAT | O_WRONLY | (isSummary ? O_APPEND : O_TRUNC);
    const descriptor = openRegularFile(path, { flags: flag });
    try {
      writeFileSync(descriptor, text);
    } finally {
      closeSync(descriptor);
    }
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    const message = `The report cannot be written to ${file}: ${reason}`;
    throw new EngineError('report-not-written', message, 'Name another file with --reporter.');
  }
}

/** A branch may hold links. None leads a report out of the folder that it is for. */
function refuseLinks(folder: string, path: string): void {
  if (lstatSync(path, { throwIfNoEntry: false })?.isSymbolicLink() === true) {
    throw new Error('it is a link');
  }
  const isInside = (from: string, to: string): boolean => !relative(from, to).startsWith('..');
  const parent = dirname(path);
  if (!isInside(folder, parent)) return;
  if (!isInside(realpathSync(folder), realpathSync(parent))) throw new Error('a link leads out');
}
