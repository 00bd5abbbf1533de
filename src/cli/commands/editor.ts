import { Option } from 'commander';
import type { Command } from 'commander';
import { EXIT } from '../exit-code.js';
import type { Io } from '../io.js';

const EDITOR = `
Your editor starts this command; it is not for a terminal. It speaks the Language Server Protocol on stdin and stdout.

Examples:
  npx locale-sync editor      the command for the settings of your editor
  docs/editor.md              what to write for VS Code, Neovim and Helix

Options of the client (initializationOptions, or workspace/didChangeConfiguration below "locale-sync"):
  trusted   true: configs that are code (.js, .mjs, .ts) may run; false, the default: they are named and not run
  locale    the locale whose texts are shown beside code; default: the source locale
  hints     false: no texts beside code and catalogs

Opening a folder sends nothing, writes nothing and runs no config. What is translated is confirmed first, with its cost.

Exit codes: 0 the client ended it · 1 the client went away without a word · 2 started on a terminal`;

const ON_TERMINAL = `This is the language server of locale-sync: an editor starts it and speaks with it on stdin and stdout, so on a terminal there is
nothing to see. docs/editor.md has the lines for VS Code, Neovim and Helix; "npx locale-sync editor --help" has the settings.
To see what is open here, run "npx locale-sync check".
`;

/** `editor`: the language server. */
export function addEditorCommand(program: Command, io: Io): void {
  program
    .command('editor')
    .summary('serve an editor: keys, texts and findings where you write')
    .description(
      'Runs the language server that shows texts, states and findings in code and in catalogs.',
    )
    .option('--stdio', 'speak on stdin and stdout, as always')
    // The protocol's library reads it, and ends with that process.
    .addOption(new Option('--clientProcessId <id>').hideHelp())
    .addHelpText('after', EDITOR)
    .action(async () => {
      if (io.stdinIsTerminal) {
        io.stderr(ON_TERMINAL);
        io.exitWith(EXIT.usage);
        return;
      }
      const { runEditor } = await import('../runs/index.js');
      io.exitWith(await runEditor(io));
    });
}
