import { inspect } from 'node:util';
import { Command, CommanderError } from 'commander';
import { addCatalogCommands } from './commands/catalogs.js';
import { addExtractCommand } from './commands/extract.js';
import { addInit } from './commands/init.js';
import { addServiceCommand } from './commands/service.js';
import { emptyReport } from './empty-report.js';
import { Ending } from './ending.js';
import { EXIT } from './exit-code.js';
import { processIo } from './io.js';
import { usageText } from './usage-text.js';
import { interruption } from './signals.js';
import { version } from '../engine/version.js';
import { jsonText } from '../sinks/json.js';
import { terminalText } from '../sinks/terminal.js';

const DESCRIPTION =
  'Keeps the locale files of a repository translated: finds what is missing or stale, sends only that in full batches, and writes the answers back without touching another byte.';

const FIRST_STEPS = `
First steps:
  locale-sync init                        find the locale files and write a config
  locale-sync plan                        see what a sync would do and what it would cost
  SERVICE_URL=embedded locale-sync sync   rehearse with the embedded service, without an account
  locale-sync check                       fail if anything is open, for CI

Exit codes: 0 done · 1 something is left to do (sync, check) · 2 wrong call, config or file, limit exceeded, or
            plan out of date · 3 the service refused or cannot be reached · 130 interrupted`;

/** Parses the arguments, runs one command and sets the exit code of the process. */
export async function main(args: readonly string[]): Promise<void> {
  const ending = new Ending(args);
  const io = processIo(interruption(ending), ending.exitWith);
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
    .exitOverride()
    .hook('preAction', () => ending.commandBegins());
  addCatalogCommands(program, io);
  addInit(program, io);
  addExtractCommand(program, io);
  addServiceCommand(program, io);
  try {
    await program.parseAsync(helpIsForKnown(program, args), { from: 'user' });
  } catch (error) {
    if (!(error instanceof CommanderError)) throw printable(error);
    io.exitWith(error.exitCode === 0 ? EXIT.ok : EXIT.usage);
    if (error.exitCode !== 0 && args.includes('--json')) {
      const message = usageText(error.message).replace(/^error: /, '');
      io.stdout(`${jsonText(emptyReport({ code: 'usage', message }))}\n`);
    }
  }
}

/** Node prints what nobody catches, past the encoder. */
function printable(error: unknown): Error {
  const shown = new Error();
  shown.stack = terminalText(inspect(error));
  return shown;
}

/** `help foo` as `foo`, so that it is reported as an unknown command. */
function helpIsForKnown(program: Command, args: readonly string[]): readonly string[] {
  const [first, wanted] = args;
  if (first !== 'help' || wanted === undefined || wanted.startsWith('-')) return args;
  const isKnown = program.commands.some((command) => command.name() === wanted);
  if (wanted === first) return [first];
  return isKnown ? args : [wanted];
}
