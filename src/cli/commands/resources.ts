import { Argument } from 'commander';
import type { Command } from 'commander';
import { addConfigFlags } from '../flags.js';
import type { Io } from '../io.js';
import type { ResourcesFlags } from '../runs/resources.js';

const EXAMPLES = `
Examples:
  locale-sync resources                                    how the files differ from the service's
  locale-sync resources push                               bring the service up to the files, as sync does first
  locale-sync resources pull                               take into the files what changed on the service alone
  locale-sync resources import product glossaries/product.csv   make a file of a glossary that exists
  locale-sync resources import product styles/product.yaml      the same for a style, in all its languages

A glossary or a style is a file where the config names one: \`glossary: glossaries/product.csv\`, \`style: styles/product.yaml\`.
On the service it has the name of the file, without folder and ending. Three versions meet: the file, the service, and
what was last applied, which the lock remembers: commit the lock. What was deleted in the file is deleted there. What
somebody changed there is kept and shown. What changed on both sides is a conflict: nothing is sent, by sync either,
until both sides say the same. A glossary or style that was not made from the file is never touched without import.
pull edits the file in its own manner: separator, quotes, comments, line ends and order stay.

Exit codes: 0 in step, or done · 1 there are differences (without push, pull or import)
            2 wrong call, config or file, or a conflict · 3 the service refused or cannot be reached`;

/** `resources`: compares glossary and style files with the service's. */
export function addResourcesCommand(program: Command, io: Io): void {
  const command = program
    .command('resources')
    .summary('compare glossary and style files with the service, push or pull')
    .description(
      "Shows how glossaries and styles that are files differ from the service's copies, and brings one side up to the other.",
    )
    .addArgument(
      new Argument('[action]', 'what to do; default: show the differences').choices([
        'push',
        'pull',
        'import',
      ]),
    )
    .argument('[name]', 'import: name or id of a glossary or style of the service')
    .argument('[file]', 'import: file to make, .csv or .tsv for a glossary, .yaml for a style')
    .addHelpText('after', EXAMPLES);
  addConfigFlags(command)
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .option('--verbose', 'print every step')
    .action(
      async (
        action: 'push' | 'pull' | 'import' | undefined,
        name: string | undefined,
        file: string | undefined,
        flags: ResourcesFlags,
      ) => {
        if (action === 'import' && (name === undefined || file === undefined)) {
          command.error('error: import needs a name and a file: resources import NAME FILE');
        }
        if (action !== 'import' && name !== undefined) {
          command.error(`error: ${action ?? 'resources'} takes no name; import does`);
        }
        const { runResources } = await import('../runs/index.js');
        io.exitWith(await runResources(io, flags, { action, name, file }));
      },
    );
}
