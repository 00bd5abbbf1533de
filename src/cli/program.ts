import { Command, CommanderError, Option } from 'commander';
import { isPlain, REDACTED, jsonText } from '../model/index.js';
import * as catalogs from './commands/catalogs.js';
import { addExtractCommand, addTypesCommand } from './commands/code.js';
import { addEditorCommand } from './commands/editor.js';
import { addExportCommand, addImportCommand, addMergeCommand } from './commands/exchange.js';
import { addResourcesCommand } from './commands/resources.js';
import { addInit, addFormatsCommand, addCompletionCommand } from './commands/setup.js';
import { addReportCommand, addReviewCommand } from './commands/review.js';
import * as service from './commands/service.js';
import { Ending, interruption } from './ending.js';
import { EXIT } from './exit-code.js';
import { reporterConflict, stdoutReporter } from './flags.js';
import type { CommonFlags } from './flags.js';
import { internalError, emptyReport } from './failure.js';
import { processIo } from './io.js';
import type { Io } from './io.js';
import { errorText } from './print.js';
import { makeStyle } from '../people/index.js';
import { version } from '../engine/index.js';

const DESCRIPTION =
  'Keeps the locale files of a repository translated: finds what is missing or stale, sends only that in full batches, and writes the answers back without touching another byte.';

const FIRST_STEPS = `
First steps:
  locale-sync init                        find the locale files and write a config
  locale-sync plan                        show what a sync would do and what it would cost
  SERVICE_URL=embedded locale-sync sync   try it with the embedded service, without an account
  locale-sync check                       fail if anything is open, for CI
  locale-sync check --baseline            accept all current findings; only new ones fail

Exit codes: 0 done · 1 something is left to do (sync, check) · 2 wrong call, config or file, limit exceeded, or
            plan out of date · 3 the service refused or cannot be reached · 130 interrupted`;

/** Parses the arguments, runs one command and sets the exit code of the process. */
export async function main(args: readonly string[]): Promise<void> {
  const ending = new Ending(args);
  const io = processIo(interruption(ending), ending);
  const program = programOf(io).hook('preAction', (_, command) => {
    ending.commandBegins();
    takeReporters(command);
  });
  try {
    await program.parseAsync(helpIsForKnown(program, args), { from: 'user' });
  } catch (error) {
    const isDone = error instanceof CommanderError && error.exitCode === 0;
    io.exitWith(isDone ? EXIT.ok : EXIT.usage);
    if (!isDone) printFailure(io, args, error);
  }
}

/** The parser with all commands. */
export function programOf(io: Io): Command {
  const program = new Command('locale-sync')
    .description(DESCRIPTION)
    .version(version, '-V, --version')
    .showSuggestionAfterError()
    .showHelpAfterError('(--help explains the command)')
    .configureOutput({
      writeOut: io.stdout,
      writeErr: io.stderr,
      outputError: (text, write) => write(usageText(text)),
    })
    .addHelpText('after', FIRST_STEPS)
    .exitOverride();
  catalogs.addSyncCommand(program, io);
  catalogs.addPlanCommand(program, io);
  catalogs.addCheckCommand(program, io);
  catalogs.addStatusCommand(program, io);
  catalogs.addExplainCommand(program, io);
  catalogs.addAcceptCommand(program, io);
  addReviewCommand(program, io);
  addEditorCommand(program, io);
  addReportCommand(program, io);
  addExportCommand(program, io);
  addImportCommand(program, io);
  addMergeCommand(program, io);
  catalogs.addProposeCommand(program, io);
  addInit(program, io);
  addExtractCommand(program, io);
  addTypesCommand(program, io);
  addResourcesCommand(program, io);
  addFormatsCommand(program, io);
  service.addServiceCommand(program, io);
  service.addTranslateCommand(program, io);
  catalogs.addImproveCommand(program, io);
  service.addUsageCommand(program, io);
  service.addStoreCommand(program, io);
  addCompletionCommand(program, io);
  service.addApiCommand(program, io);
  addVerbose(program);
  return program;
}

/** Adds `--verbose`, which unexpected errors refer to, to commands that do not have it. */
function addVerbose(command: Command): void {
  if (command.commands.length > 0) command.commands.forEach(addVerbose);
  else if (!command.options.some(({ long }) => long === '--verbose')) {
    command.addOption(new Option('--verbose').hideHelp());
  }
}

function takeReporters(command: Command): void {
  const flags = command.opts<CommonFlags>();
  const conflict = reporterConflict(flags);
  if (conflict !== undefined) command.error(conflict);
  if (stdoutReporter(flags) === 'json') command.setOptionValue('json', true);
}

/** Commander has already printed usage errors; this reports unexpected ones. */
function printFailure(io: Io, args: readonly string[], error: unknown): void {
  const isUsage = error instanceof CommanderError;
  const described = isUsage
    ? { code: 'usage', message: usageText(error.message).replace(/^error: /, '') }
    : internalError(error, args.includes('--verbose'));
  if (args.includes('--json')) io.stdout(`${jsonText(emptyReport(described))}\n`);
  else if (!isUsage) io.stderr(errorText(described, makeStyle(io.terminal)));
}

/** Turns `help foo` into `foo` if there is no such command, so that it is reported as unknown. */
function helpIsForKnown(program: Command, args: readonly string[]): readonly string[] {
  const [first, wanted, ...more] = args;
  if (first === 'help' && wanted === 'api') return ['api', ...more, '--help'];
  if (first !== 'help' || wanted === undefined || wanted.startsWith('-')) return args;
  const isKnown = program.commands.some((command) => command.name() === wanted);
  if (wanted === first) return [first];
  return isKnown ? args : [wanted];
}

/** Options whose value is a key, even if it looks like a word. */
const TAKES_KEY = /^error: option '--(?:admin-key|key|control)\b/;

/** The argument parser's message about a wrong call, without values that could be keys. */
export function usageText(message: string): string {
  return message.replace(
    /(argument|unknown option|unknown command) '(.*)'/s,
    (_, what: string, value: string) => {
      const [name = '', ...rest] = value.split('=');
      const isOption = what === 'unknown option' && rest.length > 0;
      if (isOption) return `${what} '${shown(name)}=…'`;
      return `${what} '${TAKES_KEY.test(message) ? REDACTED : shown(value)}'`;
    },
  );
}

function shown(value: string): string {
  return isPlain(value) ? value : REDACTED;
}
