import { Option } from 'commander';
import type { Command } from 'commander';
import { addCommonFlags, addRunFlags, checkKeysFlag, selectionOf } from '../flags.js';
import type { CommonFlags, PlanFlags, SyncFlags } from '../flags.js';
import type { Io } from '../io.js';
import { readPlanFile, writePlanFile } from '../plan-file.js';
import { amount, fileCoverageText, planText, statusText } from '../../report/index.js';
import type { FileCoverage } from '../../index.js';
import type { CommandShape } from '../print.js';
import { runCommand } from '../run.js';
import { SHAPES } from '../shapes.js';
import { remember } from '../../engine/remembered.js';
import { watch } from '../watch.js';

/** Hands an exit code to the process. */
export type Finish = (run: Promise<number>) => Promise<void>;

/** `sync`, `plan`, `check` and `status`. */
export function addCatalogCommands(program: Command, io: Io, finish: Finish): void {
  addSync(program, io, finish);
  addPlan(program, io, finish);
  addCheck(program, io, finish);
  addStatus(program, io, finish);
}

function addSync(program: Command, io: Io, finish: Finish): void {
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
      ).conflicts(['locale', 'files', 'keys', 'retranslate', 'accept', 'watch']),
    )
    .option('--watch', 'keep running, and sync whenever a source file changes')
    .addHelpText('after', SYNC_EXAMPLES);
  addRunFlags(addCommonFlags(command)).action((flags: SyncFlags) => {
    checkKeysFlag(command, flags);
    return finish(flags.watch === true ? watch(io, flags, () => sync(io, flags)) : sync(io, flags));
  });
}

const SYNC_EXAMPLES = `
Examples:
  locale-sync sync                          bring all targets up to date
  locale-sync sync --locale de,fr           only these targets
  locale-sync sync --retranslate drifted    replace machine text made under other options
  locale-sync sync --max-characters 5000    stop if it would bill more

Exit codes: 0 all current · 1 something is left · 2 wrong call, config or file, limit exceeded, or plan out of date ·
            3 the service refused or cannot be reached · 130 interrupted (what was answered is saved)`;

function sync(io: Io, flags: SyncFlags): Promise<number> {
  return runCommand(io, flags, {
    shape: SHAPES.sync,
    body: async ({ engine, config }) => {
      const saved = flags.plan === undefined ? undefined : readPlanFile(io, flags, flags.plan);
      const selection = saved?.selection ?? selectionOf(flags);
      const report = await engine.sync(selection, saved === undefined ? {} : { only: saved });
      remember({ selection, config, engine, report, env: io.env });
      return report;
    },
  });
}

function addPlan(program: Command, io: Io, finish: Finish): void {
  const command = program
    .command('plan')
    .summary('show what sync would do and what it would cost')
    .description(
      'Shows which units a sync would write and why, what it would reuse for free, and how many requests and characters it would send. Needs no key and no network.',
    )
    .option('--out <file>', 'also write the plan to a file, for `sync --plan`');
  addRunFlags(addCommonFlags(command)).action((flags: PlanFlags) => {
    checkKeysFlag(command, flags);
    return finish(
      runCommand(io, flags, {
        shape: { gate: 'news', view: () => '' },
        body: async ({ engine, config, style }) => {
          const plan = await engine.plan(selectionOf(flags));
          if (flags.out !== undefined) writePlanFile(io, flags, { file: flags.out, plan });
          if (flags.json !== true && flags.quiet !== true) {
            io.stderr(planText(plan, style, { all: flags.verbose === true }));
            io.stderr(limitNote(plan.report.characters, config.limits.characters));
          }
          return plan.report;
        },
      }),
    );
  });
}

const CHECK_CODES = `
Exit codes: 0 nothing to do · 1 something is missing, stale, invalid or waiting for review ·
            2 wrong call, config or file`;

const STATUS_CODES = '\nExit codes: 0 whatever it finds · 2 wrong call, config or file';

/** To look is never refused; that `sync` would be is worth knowing. */
function limitNote(characters: number, limit: number | undefined): string {
  if (limit === undefined || characters <= limit) return '';
  return `sync would refuse this: the limit is ${amount(limit, 'character')} (limits.characters, --max-characters).\n`;
}

function addCheck(program: Command, io: Io, finish: Finish): void {
  const look = {
    name: 'check',
    summary: 'fail if anything is missing, stale, invalid or waiting for review',
    description: 'Fails if anything is missing, stale, invalid or waiting for review.',
    codes: CHECK_CODES,
  };
  addLook(program, look, (flags) =>
    finish(
      runCommand(io, flags, {
        shape: SHAPES.check,
        body: ({ engine }) => engine.check(selectionOf(flags)),
      }),
    ),
  );
}

function addStatus(program: Command, io: Io, finish: Finish): void {
  const look = {
    name: 'status',
    summary: 'show coverage by locale and file',
    description:
      'Shows coverage by locale and file. If a locale has several files, lists those in which something is open, or all of them with --verbose.',
    codes: STATUS_CODES,
  };
  addLook(program, look, (flags) => {
    let files: readonly FileCoverage[] = [];
    const all = flags.verbose === true;
    const view: CommandShape['view'] = (report, style) =>
      statusText(report, style) + fileCoverageText(files, style, { all });
    return finish(
      runCommand(io, flags, {
        shape: { ...SHAPES.status, view },
        body: async ({ engine }) => {
          const report = await engine.status(selectionOf(flags));
          if (flags.json !== true && flags.quiet !== true) files = engine.coverage();
          return report;
        },
      }),
    );
  });
}

interface LookCommand {
  readonly name: string;
  readonly summary: string;
  /** What its own help begins with. */
  readonly description: string;
  readonly codes: string;
}

/** A command that only looks. */
function addLook(
  program: Command,
  { name, summary, description, codes }: LookCommand,
  run: (flags: CommonFlags) => Promise<void>,
): void {
  const command = program
    .command(name)
    .summary(summary)
    .description(`${description} Needs no key and no network.`)
    .addHelpText('after', codes);
  addCommonFlags(command).action(run);
}
