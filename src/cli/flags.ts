import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { Retranslate } from '../model/index.js';
import { RETRANSLATE } from '../model/index.js';

/** Flags of every command that works on catalogs. */
export interface CommonFlags {
  readonly config?: string;
  readonly cwd?: string;
  readonly locale?: readonly string[];
  readonly files?: readonly string[];
  readonly json?: true;
  readonly quiet?: true;
  readonly verbose?: true;
}

export interface RunFlags extends CommonFlags {
  readonly retranslate?: Retranslate;
  readonly keys?: readonly string[];
  readonly accept?: true;
  readonly maxCharacters?: number;
  readonly concurrency?: number | 'auto';
}

export interface SyncFlags extends RunFlags {
  readonly plan?: string;
  readonly watch?: true;
}

export interface PlanFlags extends RunFlags {
  readonly out?: string;
}

export function addCommonFlags(command: Command): Command {
  return command
    .option('--config <file>', 'config file (default: service.config.* found upward from here)')
    .option('--cwd <folder>', 'run as if started in this folder')
    .option('--locale <locales>', 'only these targets, comma separated: de,fr', list)
    .option('--files <glob>', 'only source or target files that match (repeatable)', collect)
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .option('--verbose', 'print every step, and all problems');
}

export function addRunFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--retranslate <which>',
        'also renew texts that are there: drifted (machine text made under other options), edited (also human text), all',
      ).choices([...RETRANSLATE]),
    )
    .option('--keys <globs>', 'only these keys for --retranslate and --accept: "legal.*"', list)
    .addOption(
      new Option('--accept', 'count human texts that wait for review as reviewed').conflicts(
        'retranslate',
      ),
    )
    .option('--max-characters <n>', 'send nothing if more than this would be billed', wholeNumber)
    .option('--concurrency <n>', 'requests in flight: a number, or auto', concurrency);
}

/** Alone, `--keys` would be ignored, and everything missing be paid for. Ends the command. */
export function checkKeysFlag(command: Command, { keys, retranslate, accept }: RunFlags): void {
  if (keys === undefined || retranslate !== undefined || accept !== undefined) return;
  command.error(
    "error: option '--keys <globs>' says which texts --retranslate or --accept are meant for, and needs one of them (--files narrows a whole run)",
  );
}

function list(value: string): readonly string[] {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length === 0) throw new InvalidArgumentError('At least one is needed.');
  return items;
}

function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('A whole number is needed.');
  return Number(value);
}

function concurrency(value: string): number | 'auto' {
  if (value === 'auto') return value;
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= 100) return number;
  throw new InvalidArgumentError('It is auto, or a whole number from 1 to 100.');
}
