import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import { engineNames, formalities } from '../../facts/index.js';
import { didYouMean } from '../../config/index.js';
import type { Io } from '../io.js';
import { isWord, addConfigFlags, list, parsePort, wholeNumber } from '../flags.js';
import type { CommonFlags } from '../flags.js';
import type { ServiceFlags } from '../runs/service.js';
import type { StoreCall } from '../runs/store.js';
import type { TranslateFlags } from '../runs/translate.js';

const SERVICE_EXAMPLES = `
Examples:
  locale-sync service                                  picks a free port; creates and prints keys
  locale-sync service --port 4000 --data .service      keeps everything in a folder
  SERVICE_AUTH_KEY=k locale-sync service --port 4000   accepts this key
  locale-sync service --engine ./my-engine.mjs         translates with your own module
  locale-sync service --engine openai --openai-url http://127.0.0.1:11434/v1 --openai-model qwen3

In another terminal:  SERVICE_URL=http://127.0.0.1:4000 SERVICE_AUTH_KEY=k locale-sync sync`;

export function addServiceCommand(program: Command, io: Io): void {
  program
    .command('service')
    .summary('run the embedded translation service in the foreground')
    .description(
      'Runs the complete API of the service on this machine, without an account. Ctrl-C stops it.',
    )
    .option('--port <port>', 'port to listen on; 0 picks a free one', parsePort, 0)
    .option('--host <address>', 'address to listen on', '127.0.0.1')
    .option('--data <folder>', 'folder to store everything in (default: memory only)')
    .option(
      '--engine <name>',
      `translation engine: ${engineNames.join(', ')}, or your own module (./engine.mjs)`,
      parseEngine,
      'auto',
    )
    .option(
      '--memories <file>',
      'TMX or CSV file to serve as a translation memory (repeatable)',
      collect,
    )
    .option('--key <key>', 'developer key to accept (repeatable)', collectKey)
    .option('--admin-key <key>', 'admin key to accept (repeatable)', collectKey)
    .option(
      '--scheme <word>',
      'additional word to accept before the key in the Authorization header',
      parseWord,
    )
    .option('--openai-url <url>', 'base URL of a chat-completions server, for --engine openai')
    .option('--openai-model <name>', 'model to request from that server')
    .option('--libretranslate-url <url>', 'base URL, for --engine libretranslate')
    .option(
      '--control [token]',
      'open /_control (faults, counters) to admin keys, and to this token in X-Control-Token',
      parseWord,
    )
    .option('--quiet', 'do not log requests')
    .addHelpText('after', SERVICE_EXAMPLES)
    .action(async (flags: ServiceFlags) => {
      const { runService } = await import('../runs/index.js');
      io.exitWith(await runService(io, flags));
    });
}

function parseEngine(value: string): string {
  if (engineNames.some((name) => name === value) || /\.[cm]?js$/.test(value)) return value;
  const near = didYouMean(value, engineNames);
  throw new InvalidArgumentError(`Use ${engineNames.join(', ')}, or a module (.mjs)${near || '.'}`);
}

function parseWord(value: string): string {
  if (!isWord(value)) throw new InvalidArgumentError('Use one word without spaces.');
  return value;
}

function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

function collectKey(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), parseWord(value)];
}

/** `api`: calls any operation of the interface. Its flags are loaded with its first argument. */
export function addApiCommand(program: Command, io: Io): void {
  program
    .command('api')
    .summary('call any operation of the service: api AREA OPERATION')
    .usage('AREA OPERATION [--field value...]')
    .argument('[words...]')
    .helpOption(false)
    .allowUnknownOption()
    .action(async (_words: readonly string[], _flags: object, { args }: Command) => {
      const { parseApi } = await import('../operations/index.js');
      await parseApi(program, args, {
        stdout: io.stdout,
        exitWith: io.exitWith,
        invalid: (message) => new InvalidArgumentError(message),
        run: async (operation, flags) => {
          const { runOperation } = await import('../runs/index.js');
          return runOperation(io, operation, flags);
        },
      });
    });
}

const NOTES = `
Shows the limits of the account and of the key in use; with SERVICE_ADMIN_KEY, of every key. Runs of this checkout are
logged in .locale-sync/runs; other machines keep their own logs.

Exit codes: 0 done · 2 wrong call or config · 3 the service refused or cannot be reached`;

/** `usage`: shows usage and limits. */
export function addUsageCommand(program: Command, io: Io): void {
  const command = program
    .command('usage')
    .summary('show how much the account and its keys have used, and their limits')
    .description(
      'Shows the usage of the current period by product and key, and what the last runs of this repository used.',
    );
  addConfigFlags(command)
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'leave out the runs of this repository')
    .option('--verbose', 'list all runs of this repository')
    .addHelpText('after', NOTES)
    .action(async (flags: CommonFlags) => {
      const { runUsage } = await import('../runs/index.js');
      io.exitWith(await runUsage(io, flags));
    });
}

const STORE_EXAMPLES = `
Examples:
  locale-sync store status                 show what is in the store, and which runs are active
  locale-sync store prune --older-than 90d remove texts that no run has used for 90 days
  locale-sync store export store.jsonl     write all texts to a file, one JSON line each
  locale-sync store import store.jsonl     add them to a store; existing texts stay
  locale-sync store export memory.tmx      the same as a translation memory for other tools
  locale-sync store import memory.tmx      add them, or use what other tools translated where sync would send the same text

The store is a PostgreSQL database set in the config: \`store: \${LOCALE_SYNC_STORE}\`. Its texts are encrypted if
LOCALE_SYNC_STORE_KEY is set; exports are not. The package pg must be installed. Without a store, export and import use
the memory of this checkout.

Exit codes: 0 done · 2 wrong call, config or file, or no store is set · 3 the store cannot be used`;

const DAYS = { d: 1, w: 7 } as const;

/** `store`: maintains the shared store. */
export function addStoreCommand(program: Command, io: Io): void {
  const command = program
    .command('store')
    .summary('maintain the translation memory shared by many runs')
    .description('Shows, prunes, exports and imports the shared translation memory.')
    .addHelpText('after', STORE_EXAMPLES);
  const run = async (call: StoreCall, flags: CommonFlags): Promise<void> => {
    const { runStore } = await import('../runs/index.js');
    io.exitWith(await runStore(io, flags, call));
  };
  add(command, 'status', 'show what is in the store').action((flags: CommonFlags) =>
    run({ do: 'status' }, flags),
  );
  add(command, 'prune', 'remove texts that are no longer used')
    .requiredOption('--older-than <time>', 'time since the last use: 90d, 12w', toDays)
    .action((flags: CommonFlags & { readonly olderThan: number }) =>
      run({ do: 'prune', days: flags.olderThan }, flags),
    );
  add(command, 'export', 'write all texts to a file')
    .argument('<file>', 'file to write', toFile)
    .action((file: string, flags: CommonFlags) => run({ do: 'export', file }, flags));
  add(command, 'import', 'add the texts of an exported file, or of any TMX file')
    .argument('<file>', 'file to read', toFile)
    .action((file: string, flags: CommonFlags) => run({ do: 'import', file }, flags));
}

function add(parent: Command, name: string, summary: string): Command {
  return addConfigFlags(parent.command(name).description(summary))
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors');
}

/** An export that was cut off in a pipe would look like a complete one. */
function toFile(name: string): string {
  if (name !== '-') return name;
  throw new InvalidArgumentError('Name a file: standard input and output cannot be used.');
}

function toDays(text: string): number {
  const [, count, unit] = /^(\d{1,5})([dw])$/.exec(text) ?? [];
  if (count === undefined) throw new InvalidArgumentError('Use days or weeks, such as 90d or 12w.');
  return Number(count) * DAYS[unit as keyof typeof DAYS];
}

const TRANSLATE_EXAMPLES = `
Examples:
  locale-sync translate "Save changes" --to de
  locale-sync translate "Hello {name}" "Sign out" --to de,fr --json
  pbpaste | locale-sync translate --to de                     stdin is one text
  locale-sync translate --lines --to de < words.txt           each line is a text

Texts are translated with the config's options (glossary, style, context, formality, model). Placeholders, tags and
ICU messages are protected as in catalogs. A text already translated with the same options comes from the
memory. With more than one target, each line begins with its locale and a tab.

Exit codes: 0 all translated · 1 a text has no valid translation · 2 wrong call, config or limit exceeded ·
            3 the service refused or cannot be reached · 130 interrupted`;

/** `translate`: translates texts that are in no catalog. */
export function addTranslateCommand(program: Command, io: Io): void {
  const command = program
    .command('translate')
    .summary("translate texts, or stdin, with the config's options")
    .description(
      'Translates texts that do not belong to a catalog, and prints the translations on stdout.',
    )
    .argument('[texts...]', 'texts; default: stdin')
    .option(
      '--to <locales>',
      'targets, separated by commas: de,fr (default: all targets in the config)',
      list,
    )
    .option('--from <locale>', 'locale of the texts (default: the source locale in the config)')
    .option('--context <text>', 'what the texts are about, instead of the context in the config')
    .addOption(
      new Option('--formality <word>', 'formality, instead of the one in the config').choices([
        ...formalities,
      ]),
    )
    .option('--lines', 'translate each line of stdin as a separate text');
  addConfigFlags(command)
    .option(
      '--max-characters <n>',
      'send nothing if the run would be billed for more than this',
      wholeNumber,
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but translations and errors')
    .option('--verbose', 'print every step')
    .addHelpText('after', TRANSLATE_EXAMPLES)
    .action(async (texts: readonly string[], flags: TranslateFlags) => {
      const { runTranslate } = await import('../runs/index.js');
      io.exitWith(await runTranslate(io, flags, texts));
    });
}
