import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { addConfigFlags } from '../flags.js';
import type { Io } from '../io.js';
import type { StoreCall, StoreFlags } from '../runs/store.js';

const EXAMPLES = `
Examples:
  locale-sync store status                 show what is in the store, and which runs are active
  locale-sync store prune --older-than 90d remove texts that no run has used for 90 days
  locale-sync store export store.jsonl     write all texts to a file, one JSON line each
  locale-sync store import store.jsonl     add them to a store; existing texts stay

The store is a PostgreSQL database set in the config: \`store: \${LOCALE_SYNC_STORE}\`. Its texts are encrypted if
LOCALE_SYNC_STORE_KEY is set; exports are not. The package pg must be installed.

Exit codes: 0 done · 2 wrong call, config or file, or no store is set · 3 the store cannot be used`;

const DAYS = { d: 1, w: 7 } as const;

/** `store`: maintains the shared store. */
export function addStoreCommand(program: Command, io: Io): void {
  const command = program
    .command('store')
    .summary('maintain the translation memory shared by many runs')
    .description('Shows, prunes, exports and imports the shared translation memory.')
    .addHelpText('after', EXAMPLES);
  const run = async (call: StoreCall, flags: StoreFlags): Promise<void> => {
    const { runStore } = await import('../runs/index.js');
    io.exitWith(await runStore(io, flags, call));
  };
  add(command, 'status', 'show what is in the store').action((flags: StoreFlags) =>
    run({ do: 'status' }, flags),
  );
  add(command, 'prune', 'remove texts that are no longer used')
    .requiredOption('--older-than <time>', 'time since the last use: 90d, 12w', toDays)
    .action((flags: StoreFlags & { readonly olderThan: number }) =>
      run({ do: 'prune', days: flags.olderThan }, flags),
    );
  add(command, 'export', 'write all texts to a file')
    .argument('<file>', 'file to write', toFile)
    .action((file: string, flags: StoreFlags) => run({ do: 'export', file }, flags));
  add(command, 'import', 'add the texts of an exported file')
    .argument('<file>', 'file to read', toFile)
    .action((file: string, flags: StoreFlags) => run({ do: 'import', file }, flags));
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
