import type { Command } from 'commander';
import { addConfigFlags } from '../flags.js';
import type { Io } from '../io.js';
import type { UsageFlags } from '../runs/usage.js';

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
    .action(async (flags: UsageFlags) => {
      const { runUsage } = await import('../runs/index.js');
      io.exitWith(await runUsage(io, flags));
    });
}
