import { Option } from 'commander';
import type { Command } from 'commander';
import { addCommonFlags, addRunFlags, addShardFlag } from '../flags.js';
import type { CheckFlags, CommonFlags, PlanFlags, SyncFlags } from '../flags.js';
import type { Io } from '../io.js';
import { answerAgain } from '../remembered.js';
import { SHAPES } from '../shapes.js';

// An action first prints the remembered answer if it is still valid. Otherwise it loads the engine,
// which takes longer than starting Node.

/** There is no remembered answer to start from. */

/** `sync`, `plan`, `check` and `status`. */
export function addCatalogCommands(program: Command, io: Io): void {
  addSync(program, io);
  addPlan(program, io);
  addCheck(program, io);
  addStatus(program, io);
}

function addSync(program: Command, io: Io): void {
  const command = program
    .command('sync')
    .summary('translate what is missing or stale, and write it')
    .description(
      'Finds the units that are missing or stale, reuses what the repository and the memory have, sends the rest to the service in full batches, and writes the answers into the target files. Human text is never overwritten.',
    )
    .addOption(
      new Option(
        '--plan <file>',
        'carry out exactly this plan (from `plan --out`), or stop',
      ).conflicts(['locale', 'files', 'shard', 'keys', 'retranslate', 'accept', 'watch']),
    )
    .addOption(
      new Option('--watch', 'keep running, and sync whenever a source file changes').conflicts([
        'shard',
      ]),
    )
    .option(
      '--timing',
      'show the timeline of the run: how long each step took, and what it waited for',
    )
    .addHelpText('after', SYNC_EXAMPLES);
  addRunFlags(addShardFlag(addCommonFlags(command))).action(async (flags: SyncFlags) => {
    const code = canStandForSync(flags) ? answerAgain(io, flags, SHAPES.sync) : undefined;
    io.exitWith(code ?? (await (await import('../runs/index.js')).runSync(io, flags)));
  });
}

/**
 * Whether a remembered answer is enough. Limits have no effect if nothing is sent; the other flags
 * need a run.
 */
function canStandForSync({ plan, watch, keys, retranslate, accept }: SyncFlags): boolean {
  return [plan, watch, keys, retranslate, accept].every((flag) => flag === undefined);
}

const SYNC_EXAMPLES = `
Examples:
  locale-sync sync                          bring all targets up to date
  locale-sync sync --locale de,fr           only these targets
  locale-sync sync --keys 'cart.*'          only these keys
  locale-sync sync --retranslate drifted    replace machine text made under other options
  locale-sync sync --shard 2/8              the second of eight runners in CI
  locale-sync sync --max-characters 5000    stop if it would bill more

Exit codes: 0 all current · 1 something is left · 2 wrong call, config or file, limit exceeded, or plan out of date ·
            3 the service refused or cannot be reached · 130 interrupted (answers received so far are saved)`;

function addPlan(program: Command, io: Io): void {
  const command = program
    .command('plan')
    .summary('show what sync would do and what it would cost')
    .description(
      'Shows which units a sync would write and why, what it would reuse for free, and how many requests and characters it would send. More than 50 units are summarized by locale and file; --verbose lists them. Needs no key and no network.',
    )
    .option('--out <file>', 'also write the plan to a file, for `sync --plan`');
  addRunFlags(addShardFlag(addCommonFlags(command))).action(async (flags: PlanFlags) => {
    const code = canStandForPlan(flags) ? answerAgain(io, flags, SHAPES.plan) : undefined;
    io.exitWith(code ?? (await (await import('../runs/index.js')).runPlan(io, flags)));
  });
}

/** Whether a remembered answer is enough: a saved plan contains the hashes of its files. */
function canStandForPlan({ out, keys, retranslate, accept }: PlanFlags): boolean {
  return [out, keys, retranslate, accept].every((flag) => flag === undefined);
}

const CHECK_CODES = `
Exit codes: 0 nothing to do · 1 something is missing, stale, invalid or waiting for review ·
            2 wrong call, config or file`;

const BASELINE = `
--baseline accepts all current findings in the lock. From then on, check fails only for new findings, and says how
many are settled. To settle individual findings: locale-sync accept`;

const STATUS_CODES = '\nExit codes: 0 always, whatever it finds · 2 wrong call, config or file';

function addCheck(program: Command, io: Io): void {
  const look = {
    name: 'check',
    summary: 'fail if anything is missing, stale, invalid or waiting for review',
    description: 'Fails if anything is missing, stale, invalid or waiting for review.',
    codes: CHECK_CODES,
  };
  const command = addLook(program, look)
    .addOption(new Option('--baseline', 'first accept all current findings').conflicts(['shard']))
    .addHelpText('after', BASELINE);
  command.action(async (flags: CheckFlags) => {
    // --verbose lists settled findings, which are not in the remembered answer.
    const isPlain = flags.baseline === undefined && flags.verbose === undefined;
    const code = isPlain ? answerAgain(io, flags, SHAPES.check) : undefined;
    io.exitWith(code ?? (await (await import('../runs/index.js')).runCheck(io, flags)));
  });
}

function addStatus(program: Command, io: Io): void {
  const look = {
    name: 'status',
    summary: 'show coverage by locale and file',
    description:
      'Shows coverage by locale and file. If a locale has several files, lists the ones with open texts, or all of them with --verbose.',
    codes: STATUS_CODES,
  };
  addLook(program, look).action(async (flags: CommonFlags) => {
    // --verbose lists every file, and coverage by file is not in the remembered answer.
    const code = flags.verbose === true ? undefined : answerAgain(io, flags, SHAPES.status);
    io.exitWith(code ?? (await (await import('../runs/index.js')).runStatus(io, flags)));
  });
}

interface LookCommand {
  readonly name: string;
  readonly summary: string;
  /** The first line of its help. */
  readonly description: string;
  readonly codes: string;
}

/** Adds a command that only looks. */
function addLook(program: Command, { name, summary, description, codes }: LookCommand): Command {
  const command = program
    .command(name)
    .summary(summary)
    .description(`${description} Needs no key and no network.`)
    .addHelpText('after', codes);
  return addShardFlag(addCommonFlags(command));
}
