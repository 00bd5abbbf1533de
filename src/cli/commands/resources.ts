import { Argument } from 'commander';
import type { Command } from 'commander';
import { addConfigFlags } from '../flags.js';
import type { CommonFlags } from '../flags.js';
import type { Io } from '../io.js';
import type { ConflictFlags } from '../runs/resources.js';

const EXAMPLES = `
Examples:
  locale-sync resources                                    how the files differ from the service's
  locale-sync resources push                               update the service from the files, as sync does first
  locale-sync resources pull                               update the files with changes made only on the service
  locale-sync resources push --ours                        the file is right where both sides have changed an entry
  locale-sync resources pull --theirs cart                 the service is right about "cart"; other conflicts stay
  locale-sync resources import product glossaries/product.csv   create a file from an existing glossary
  locale-sync resources import product styles/product.yaml      the same for a style, with all its languages

Glossaries and styles can be files named in the config: \`glossary: glossaries/product.csv\`, \`style: styles/product.yaml\`.
On the service, they are named after the file's base name. Three versions are compared: the file, the service, and the
one last applied, which is stored in the lock: commit it. Entries deleted in the file are deleted on the service. Changes
made on the service are kept and shown. A change on both sides is a conflict: nothing is sent, not even by sync,
until both sides agree, or --ours or --theirs decides. A glossary or style that was not made from the file is never changed without import.
pull keeps the style of the file: separator, quotes, comments, line endings and order.

With SERVICE_ADMIN_KEY, the limits under developer_keys in the config are compared with those of the account's
developer keys, and push sets those that differ.

Exit codes: 0 in sync, or done · 1 there are differences (without push, pull or import)
            2 wrong call, config or file, or a conflict · 3 the service refused or cannot be reached`;

/** `resources`: compares glossary and style files with the service's. */
export function addResourcesCommand(program: Command, io: Io): void {
  const command = program
    .command('resources')
    .summary('compare, push, pull or import glossary and style files')
    .description(
      "Shows how glossary and style files differ from the service's copies, and updates either side from the other.",
    )
    .addArgument(
      new Argument('[action]', 'what to do (default: show the differences)').choices([
        'push',
        'pull',
        'import',
      ]),
    )
    .argument('[name]', 'import: name or id of a glossary or style on the service')
    .argument('[file]', 'import: file to create: .csv or .tsv for a glossary, .yaml for a style')
    .addHelpText('after', EXAMPLES);
  addConfigFlags(command)
    .option(
      '--ours [entries...]',
      'push: the file is right where both sides changed, or about these',
    )
    .option(
      '--theirs [entries...]',
      'pull: the service is right where both changed, or about these',
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .option('--verbose', 'print every step')
    .action(
      async (
        action: 'push' | 'pull' | 'import' | undefined,
        name: string | undefined,
        file: string | undefined,
        flags: CommonFlags & ConflictFlags,
      ) => {
        if (action === 'import' && (name === undefined || file === undefined)) {
          command.error('error: import needs a name and a file: resources import NAME FILE');
        }
        if (action !== 'import' && name !== undefined) {
          command.error(`error: ${action ?? 'resources'} takes no name; only import does`);
        }
        const { ours, theirs } = flags;
        if (
          (ours !== undefined && action !== 'push') ||
          (theirs !== undefined && action !== 'pull')
        ) {
          command.error('error: --ours is for push, --theirs for pull');
        }
        const { runResources } = await import('../runs/index.js');
        io.exitWith(await runResources(io, flags, { action, name, file, flags }));
      },
    );
}
