import { Argument } from 'commander';
import type { Command } from 'commander';
import type { Io } from '../io.js';

const EXAMPLES = `
Examples:
  source <(locale-sync completion bash)                                              in ~/.bashrc
  locale-sync completion zsh > "\${fpath[1]}/_locale-sync"
  locale-sync completion fish > ~/.config/fish/completions/locale-sync.fish
  locale-sync completion powershell | Out-String | Invoke-Expression                 in $PROFILE

The script contains the commands and flags of this version: generate it again after an update.`;

/** `completion`: prints a script that completes commands and flags, including those of `api`. */
export function addCompletionCommand(program: Command, io: Io): void {
  program
    .command('completion')
    .summary('print a script that completes commands and flags in a shell')
    .description('Prints a completion script for a shell.')
    .addArgument(new Argument('<shell>').choices(['bash', 'zsh', 'fish', 'powershell']))
    .addHelpText('after', EXAMPLES)
    .action(async (shell: 'bash' | 'zsh' | 'fish' | 'powershell') => {
      const { completionText } = await import('../operations/index.js');
      io.stdout(completionText(shell, program));
      io.exitWith(0);
    });
}
