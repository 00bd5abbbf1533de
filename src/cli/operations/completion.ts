import type { Command } from 'commander';
import { bash } from './shells/bash.js';
import { fish } from './shells/fish.js';
import { powershell } from './shells/powershell.js';
import { zsh } from './shells/zsh.js';
import { nodesOf } from './nodes.js';
import type { CompletionNode } from './nodes.js';
import { addOperations } from './tree.js';

const SHELLS = { bash, zsh, fish, powershell } satisfies Readonly<
  Record<string, (nodes: readonly CompletionNode[]) => string>
>;

export type Shell = keyof typeof SHELLS;

/** A completion script, generated from the commands that the command line parses. */
export function completionText(shell: Shell, program: Command): string {
  const api = addOperations(program.createCommand('api').helpCommand(false), {
    run: () => Promise.resolve(),
    invalid: (message) => new Error(message),
  });
  return SHELLS[shell](nodesOf(program, api));
}
