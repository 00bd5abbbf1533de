import type { Command } from 'commander';
import { addCommonFlags, addRunFlags, addShardFlag } from '../flags.js';
import type { ProposeFlags } from '../flags.js';
import type { Io } from '../io.js';

const MORE = `
Examples:
  locale-sync propose                       open a pull or merge request, or update the open one
  locale-sync propose --dry-run             show what it would do; nothing is sent or billed
  locale-sync propose --patch texts.patch   write a patch for the checked-out commit instead

It works on the newest commit of the default branch, in a separate working tree: no file of your checkout changes. Commits
by people on the branch are kept and count as human text. A request that was closed by people is not reopened for the same
texts. In a pull request from a fork, where it cannot push, it writes locale-sync.patch.

Environment: the token is read from LOCALE_SYNC_TOKEN, GITHUB_TOKEN, GH_TOKEN or GITLAB_TOKEN. Requests opened with the
job's own GITHUB_TOKEN do not trigger checks: use the token of an App or a person. docs/ci.md has recipes.

Exit codes: 0 nothing, or proposed · 1 something is left · 2 wrong call, config or file, or a conflict ·
            3 the service or the host refused or cannot be reached · 130 interrupted (answers received so far are saved)`;

/** `propose`: syncs on a branch and opens its pull or merge request. */
export function addProposeCommand(program: Command, io: Io): void {
  const command = program
    .command('propose')
    .summary('sync on a branch, and open or update its pull or merge request')
    .description(
      'Syncs on a branch, commits through the API of GitHub or GitLab, and opens a request that shows what is new, or updates the open one.',
    )
    .option('--dry-run', 'only show what would be done')
    .option(
      '--patch <file>',
      'write a patch for the checked-out commit, without contacting the host',
    )
    .addHelpText('after', MORE);
  addRunFlags(addShardFlag(addCommonFlags(command))).action(async (flags: ProposeFlags) => {
    const { runPropose } = await import('../runs/index.js');
    io.exitWith(await runPropose(io, flags));
  });
}
