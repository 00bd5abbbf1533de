import { InvalidArgumentError, Option } from 'commander';
import type { Command } from 'commander';
import type { Retranslate, RuleName, Shard } from '../model/index.js';
import { MOST_SHARDS, PERSON_NAME, RETRANSLATE } from '../model/index.js';

/** Flags of every command that works on catalogs. */
export interface CommonFlags {
  readonly config?: string;
  readonly cwd?: string;
  /** Undefined: neither --code-config nor --no-code-config. */
  readonly codeConfig?: boolean;
  readonly locale?: readonly string[];
  readonly files?: readonly string[];
  readonly shard?: Shard;
  /** Only for `check`. */
  readonly since?: string;
  /** Only for `sync`. */
  readonly timing?: true;
  readonly json?: true;
  readonly quiet?: true;
  readonly verbose?: true;
  readonly reporter?: readonly ReporterFlag[];
}

const REPORTERS = ['text', 'json', 'github', 'gitlab', 'sarif', 'junit', 'markdown'] as const;

/** `NAME[=FILE]`. */
export interface ReporterFlag {
  readonly name: (typeof REPORTERS)[number];
  /** Undefined: stdout. */
  readonly file: string | undefined;
}

/** The report on stdout instead of text for people, other than with `--json`. */
export function stdoutReporter({ reporter = [] }: CommonFlags): ReporterFlag['name'] | undefined {
  return reporter.find(({ file }) => file === undefined)?.name;
}

/**
 * Why these flags cannot be used together; undefined if they can. `--reporter json` is `--json`.
 */
export function reporterConflict(flags: CommonFlags): string | undefined {
  const { reporter = [], json } = flags;
  const bare = reporter.filter(({ file }) => file === undefined);
  if (bare.length + (json === true ? 1 : 0) <= 1) return undefined;
  return "error: only one report can go to stdout; write the others to files: '--reporter markdown=FILE'";
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

export interface ProposeFlags extends RunFlags {
  readonly dryRun?: true;
  readonly patch?: string;
}

export interface CheckFlags extends CommonFlags {
  readonly baseline?: true;
  readonly tools?: true;
}

export interface AcceptFlags extends CommonFlags {
  readonly rule?: readonly RuleName[];
}

/** A key or a glob of keys, for one target locale. */
export interface NamedUnit {
  readonly locale: string;
  readonly key: string;
}

/** Adds flags for choosing and reading the config. */
export function addConfigFlags(command: Command): Command {
  return command
    .option(
      '--config <file>',
      'config file (default: the nearest service.config.*, searched upward)',
    )
    .option('--cwd <folder>', 'run as if started in this folder')
    .option(
      '--code-config',
      'run a config that is code (.js, .ts), even in a pull request from a fork',
    )
    .option(
      '--no-code-config',
      'only accept a config that is data (YAML, JSON); default in CI for pull requests from forks',
    );
}

export function addCommonFlags(command: Command): Command {
  return addReporterFlag(addConfigFlags(command))
    .option('--locale <locales>', 'only these targets, separated by commas: de,fr', list)
    .option(
      '--files <glob>',
      'only source or target files that match this glob, relative to the current folder or --cwd (repeatable)',
      collect,
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but errors')
    .option('--verbose', 'print every step and all problems');
}

export function addReporterFlag(command: Command): Command {
  return command.option(
    '--reporter <name>',
    `print the result as ${REPORTERS.join(', ')}; name=file writes it to a file (repeatable)`,
    reporters,
  );
}

export function addRunFlags(command: Command): Command {
  return command
    .addOption(
      new Option(
        '--retranslate <which>',
        'also replace existing texts: drifted (machine text made with other options), edited (text that is edited, in review or invalid), all',
      ).choices([...RETRANSLATE]),
    )
    .option(
      '--keys <globs>',
      'only these keys: "legal.*"; with --retranslate or --accept, the texts that it applies to',
      list,
    )
    .addOption(
      new Option('--accept', 'mark human text that waits for review as reviewed').conflicts(
        'retranslate',
      ),
    )
    .option(
      '--max-characters <n>',
      'send nothing if the run would be billed for more than this',
      wholeNumber,
    )
    .option('--concurrency <n>', 'concurrent requests: a number, or auto', concurrency);
}

/** For commands that can be split over several runners. */
export function addShardFlag(command: Command): Command {
  return command.option(
    '--shard <i/n>',
    'only the share of one of several runners, split by size: 2/8 (docs/ci.md)',
    shard,
  );
}

export function list(value: string): readonly string[] {
  const items = value
    .split(',')
    .map((item) => item.trim())
    .filter((item) => item !== '');
  if (items.length === 0) throw new InvalidArgumentError('Give at least one.');
  return items;
}

export function collect(value: string, previous: readonly string[] | undefined): readonly string[] {
  return [...(previous ?? []), value];
}

function reporters(
  value: string,
  previous: readonly ReporterFlag[] | undefined,
): readonly ReporterFlag[] {
  const [, word, file] = /^([^=]*)(?:=(.*))?$/s.exec(value) ?? [];
  const name = REPORTERS.find((one) => one === word);
  if (name === undefined) throw new InvalidArgumentError(`Use one of ${REPORTERS.join(', ')}.`);
  if (file === '') throw new InvalidArgumentError('"=" must be followed by a file name.');
  return [...(previous ?? []), { name, file }];
}

export function wholeNumber(value: string): number {
  if (!/^\d+$/.test(value)) throw new InvalidArgumentError('Use a whole number.');
  return Number(value);
}

/** Collects names of people, such as `Anna Schmidt <anna@example.com>`; '' for nobody's. */
export function person(value: string, previous: readonly string[] = []): readonly string[] {
  if (!PERSON_NAME.test(value))
    throw new InvalidArgumentError('Use a name on one line, of 200 characters.');
  return [...previous, value];
}

export function webAddress(value: string): URL {
  const url = URL.canParse(value) ? new URL(value) : undefined;
  const isPlain = url !== undefined && `${url.username}${url.search}${url.hash}` === '';
  if (isPlain && /^https?:$/.test(url.protocol)) return url;
  throw new InvalidArgumentError('Use an address such as https://team.example/texts/.');
}

export function parsePort(value: string): number {
  const port = Number(value);
  if (!/^\d+$/.test(value) || port > 65_535) throw new InvalidArgumentError('0 to 65535.');
  return port;
}

function shard(value: string): Shard {
  const [, index = 0, of = 0] = (/^(\d{1,4})\/(\d{1,4})$/.exec(value) ?? []).map(Number);
  if (index >= 1 && index <= of && of <= MOST_SHARDS) return { index, of };
  const range = `with 1 ≤ i ≤ n ≤ ${MOST_SHARDS}`;
  throw new InvalidArgumentError(`Use i/n, such as 2/8 for the second of eight runners, ${range}.`);
}

function concurrency(value: string): number | 'auto' {
  if (value === 'auto') return value;
  const number = /^\d+$/.test(value) ? Number(value) : 0;
  if (number >= 1 && number <= 100) return number;
  throw new InvalidArgumentError('Use auto, or a whole number from 1 to 100.');
}

/** Whether a text can be sent as a key: printable ASCII without spaces. */
export function isWord(text: string): boolean {
  return /^[\x21-\x7e]+$/.test(text);
}

/** Flags of `extract`. */
export interface ExtractFlags extends CommonFlags {
  readonly prune?: true;
  readonly yes?: true;
  readonly updateDefaults?: true;
  readonly dryRun?: true;
  readonly check?: true;
  readonly words?: true;
  readonly apply?: true;
}
