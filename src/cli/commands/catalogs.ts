import { Option } from 'commander';
import type { Command } from 'commander';
import { addCommonFlags, addRunFlags, checkKeysFlag, selectionOf } from '../flags.js';
import type { CommonFlags, PlanFlags, SyncFlags } from '../flags.js';
import type { Io } from '../io.js';
import { TO_SEE_ALL } from '../next-steps.js';
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
      'Finds the units that are missing or stale, takes what the repository and the memory already have, sends the rest to the service in full batches, and writes the answers into the target files. Text of people is never overwritten.',
    )
    .addOption(
      new Option(
        '--plan <file>',
        'carry out exactly this plan (from `plan --out`), or refuse',
      ).conflicts(['locale', 'files', 'keys', 'retranslate', 'accept', 'watch']),
    )
    .option('--watch', 'stay, and sync whenever a source file changes')
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
  locale-sync sync --retranslate drifted    renew machine text made under other options
  locale-sync sync --max-characters 5000    refuse if it would cost more

Exit codes: 0 all current · 1 something is left · 2 wrong call, config or file, over the limit, or a plan that is
            out of date · 3 the service refused or is out of reach · 130 interrupted (what was answered is saved)`;

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
    .summary('show what sync would do, and what it would cost')
    .description(
      'Everything up to the first request: which units would be written and why, what is reused for free, how many requests and characters are left. Needs no key and no network.',
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
            io.stderr(planText(plan, style, { all: flags.verbose === true, toSeeAll: TO_SEE_ALL }));
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
    summary: 'fail if something is missing, stale, invalid or waiting for review',
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
    more: 'Files are listed where a locale has several: those in which something is open, or all with --verbose. ',
    codes: STATUS_CODES,
  };
  addLook(program, look, (flags) => {
    let files: readonly FileCoverage[] = [];
    const all = flags.verbose === true;
    const view: CommandShape['view'] = (report, style) =>
      statusText(report, style) + fileCoverageText(files, style, { all, toSeeAll: TO_SEE_ALL });
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
  /** What help says beside the summary. */
  readonly more?: string;
  readonly codes: string;
}

/** A command that only looks. */
function addLook(
  program: Command,
  { name, summary, more = '', codes }: LookCommand,
  run: (flags: CommonFlags) => Promise<void>,
): void {
  const command = program
    .command(name)
    .summary(summary)
    .description(
      `${summary[0]?.toUpperCase() ?? ''}${summary.slice(1)}. ${more}Needs no key and no network.`,
    )
    .addHelpText('after', codes);
  addCommonFlags(command).action(run);
}
