import type { Command, Option } from 'commander';

/**
 * What a flag's value can be: fixed words, a file, a folder, or anything. Undefined: it takes none.
 */
export type FlagValue = readonly string[] | 'file' | 'folder' | 'any' | undefined;

export interface CompletionFlag {
  /** `--config` */
  readonly name: string;
  readonly summary: string;
  readonly value: FlagValue;
}

/** A command with everything that can follow it. */
export interface CompletionNode {
  /** Words after the program's name: `api glossaries`; '' for the program. */
  readonly path: string;
  readonly commands: readonly { readonly name: string; readonly summary: string }[];
  /** Values that its first argument can have. */
  readonly words: readonly string[];
  /** Whether its arguments are files. */
  readonly takesFiles: boolean;
  readonly flags: readonly CompletionFlag[];
}

/** Every command of a program. @param api replaces the program's `api` command */
export function nodesOf(program: Command, api: Command): readonly CompletionNode[] {
  return visit(program, '', api);
}

function visit(command: Command, path: string, api: Command): readonly CompletionNode[] {
  const inner = command.commands.map((one) =>
    one.name() === api.name() && path === '' ? api : one,
  );
  const node: CompletionNode = {
    path,
    commands: command.commands.map((one) => ({ name: one.name(), summary: summaryOf(one) })),
    words: (command.registeredArguments[0]?.argChoices ?? []).filter(isWord),
    takesFiles: command.registeredArguments.some((argument) => argument.name() === 'file'),
    flags: [...command.options.map(flagOf).filter((flag) => flag !== undefined), HELP],
  };
  const paths = inner.flatMap((one) => {
    return visit(one, path === '' ? one.name() : `${path} ${one.name()}`, api);
  });
  return [node, ...paths];
}

const HELP: CompletionFlag = { name: '--help', summary: 'display help', value: undefined };

/** A single line without characters that are special in single quotes. */
function summaryOf(command: Command): string {
  return plain(command.summary() || command.description());
}

function plain(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll(/['`\\]|[^ -~]/g, '');
}

function flagOf(option: Option): CompletionFlag | undefined {
  const name = option.long ?? '';
  if (option.hidden || name === '') return undefined;
  return { name, summary: plain(option.description), value: valueOf(option) };
}

function valueOf({ flags, argChoices, required, optional }: Option): FlagValue {
  if (argChoices !== undefined) return argChoices.filter(isWord);
  if (/<(?:file|pattern|glob)/.test(flags)) return 'file';
  if (flags.includes('<folder>')) return 'folder';
  return required || optional ? 'any' : undefined;
}

/** Whether no shell splits or expands the word. */
function isWord(word: string): boolean {
  return /^[\w./+-]+$/.test(word);
}
