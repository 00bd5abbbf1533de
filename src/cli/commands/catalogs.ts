import { Option, InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { suggestion } from '../../config/index.js';
import { findRule, RULE_NAMES } from '../../model/index.js';
import type { RuleName } from '../../model/index.js';
import {
  addCommonFlags,
  addRunFlags,
  addShardFlag,
  addConfigFlags,
  collect,
  wholeNumber,
} from '../flags.js';
import type {
  CheckFlags,
  CommonFlags,
  PlanFlags,
  SyncFlags,
  AcceptFlags,
  NamedUnit,
  ProposeFlags,
} from '../flags.js';
import type { Io } from '../io.js';
import { answerAgain } from '../remembered.js';
import type { ImproveFlags } from '../runs/improve.js';
import { SHAPES } from '../shapes.js';

// An action first prints the remembered answer if it is still valid. Otherwise it loads the engine,
// which takes longer than starting Node.

export function addSyncCommand(program: Command, io: Io): void {
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
    // Limits have no effect if nothing is sent.
    const isPlain = flags.plan === undefined && flags.watch === undefined;
    const code = isPlain ? answerAgain(io, flags, SHAPES.sync) : undefined;
    io.exitWith(code ?? (await (await import('../runs/index.js')).runSync(io, flags)));
  });
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

export function addPlanCommand(program: Command, io: Io): void {
  const command = program
    .command('plan')
    .summary('show what sync would do and what it would cost')
    .description(
      'Shows which units a sync would write and why, what it would reuse for free, and how many requests and characters it would send. More than 50 units are summarized by locale and file; --verbose lists them. Needs no key and no network.',
    )
    .option('--out <file>', 'also write the plan to a file, for `sync --plan`');
  addRunFlags(addShardFlag(addCommonFlags(command))).action(async (flags: PlanFlags) => {
    // A saved plan contains the hashes of its files.
    const code = flags.out === undefined ? answerAgain(io, flags, SHAPES.plan) : undefined;
    io.exitWith(code ?? (await (await import('../runs/index.js')).runPlan(io, flags)));
  });
}

const CHECK_CODES = `
Exit codes: 0 nothing to do · 1 something is missing, stale, invalid or waiting for review ·
            2 wrong call, config or file`;

const BASELINE = `
--baseline accepts all current findings in the lock. From then on, check fails only for new findings, and says how
many are settled. To settle individual findings: locale-sync accept`;

const SINCE = `
--since judges every text whose source or translation differs from a revision as the rules say, whatever the lock knows
of it: what was adopted, or accepted since, does not only warn. For pull requests:
  locale-sync check --since origin/main`;

const TOOLS = `
--tools also runs the tools that read the files on their platforms, if they are installed: msgfmt, aapt2, lrelease, plutil
(plparse of GNUstep), ruby, php, luac, and a script such as "check:i18n" of package.json. It reports what they say.`;

const STATUS_CODES = '\nExit codes: 0 always, whatever it finds · 2 wrong call, config or file';

export function addCheckCommand(program: Command, io: Io): void {
  const command = program
    .command('check')
    .summary('fail if anything is missing, stale, invalid or waiting for review')
    .description(
      'Fails if anything is missing, stale, invalid or waiting for review. Needs no key and no network.',
    )
    .addHelpText('after', CHECK_CODES);
  addShardFlag(addCommonFlags(command))
    .addOption(new Option('--baseline', 'first accept all current findings').conflicts(['shard']))
    .addOption(
      new Option(
        '--since <ref>',
        'judge texts that differ from this revision of git strictly: main, origin/main, HEAD~1',
      ).conflicts(['baseline']),
    )
    .option(
      '--tools',
      'also run the compilers of the formats, if they are installed: msgfmt, aapt2, …',
    )
    .addHelpText('after', BASELINE)
    .addHelpText('after', SINCE)
    .addHelpText('after', TOOLS);
  command.action(async (flags: CheckFlags) => {
    // --verbose lists settled findings, which are not in the remembered answer.
    const { baseline, verbose, tools } = flags;
    const isPlain = [baseline, verbose, tools].every((flag) => flag === undefined);
    const code = isPlain ? answerAgain(io, flags, SHAPES.check) : undefined;
    io.exitWith(code ?? (await (await import('../runs/index.js')).runCheck(io, flags)));
  });
}

export function addStatusCommand(program: Command, io: Io): void {
  const command = program
    .command('status')
    .summary('show coverage by locale and file')
    .description(
      'Shows coverage by locale and file. If a locale has several files, lists the ones with open texts, or all of them with --verbose. Needs no key and no network.',
    )
    .addHelpText('after', STATUS_CODES);
  addShardFlag(addCommonFlags(command)).action(async (flags: CommonFlags) => {
    // --verbose lists every file, and coverage by file is not in the remembered answer.
    const code = flags.verbose === true ? undefined : answerAgain(io, flags, SHAPES.status);
    io.exitWith(code ?? (await (await import('../runs/index.js')).runStatus(io, flags)));
  });
}

const ACCEPT_EXAMPLES = `
Examples:
  locale-sync accept de:cart.total                       everything found in this text
  locale-sync accept de:cart.total --rule placeholders   only what this rule found
  locale-sync accept 'de:legal.*' 'fr:legal.*'           globs of keys
  locale-sync accept --rule untranslated                 what this rule found, in every text
  locale-sync accept                                     everything

An accepted finding stays silent until its text or its source changes. It is stored in the lock: commit it. Without --rule,
texts waiting for review are also marked as reviewed, in their files too (gettext's fuzzy is removed). Missing and stale
texts need \`sync\` instead. To settle a finding in all targets, add a note to the source: locale-sync-ignore placeholders

Exit codes: 0 accepted, or nothing to accept · 2 wrong call, config or file, or an unknown key, locale or rule`;

/** `accept`: settles findings that are right as they are. */
export function addAcceptCommand(program: Command, io: Io): void {
  const command = program
    .command('accept')
    .summary('settle findings that are right as they are')
    .description(
      'Settles findings in translations, so that check and sync no longer report them, and marks texts in review as reviewed. Needs no key and no network.',
    )
    .argument('[findings...]', 'LOCALE:KEY, as check shows it (default: all)', unitOf)
    .option('--rule <rules>', 'only what these rules found, separated by commas', rulesOf)
    .addHelpText('after', ACCEPT_EXAMPLES);
  addCommonFlags(command).action(async (units: readonly NamedUnit[], flags: AcceptFlags) => {
    const { runAccept } = await import('../runs/index.js');
    io.exitWith(await runAccept(io, flags, units));
  });
}

const EXPLAIN_EXAMPLES = `
Examples:
  locale-sync explain de:cart.total        one unit
  locale-sync explain 'de:cart.*' fr:hi    globs of keys, several targets
  locale-sync explain de:cart.total --json

Of each unit it says its status and why it has it, source and target, who made the text, the context that is sent,
what the rules find, what sync would do with it and what that would cost. \`check\` shows the names of open units.

Exit codes: 0 always, whatever it finds · 2 wrong call, config or file, or an unknown key or locale`;

/** `explain`: why units are as they are. */
export function addExplainCommand(program: Command, io: Io): void {
  const command = program
    .command('explain')
    .summary('say why a unit has its status, and what sync would do with it')
    .description(
      'Says why a unit has its status, where its text comes from, what sync would do with it, and what that would cost. Needs no key and no network.',
    )
    .argument('<units...>', 'LOCALE:KEY, as check shows it', unitOf);
  addConfigFlags(command)
    .option('--json', 'print one JSON object on stdout')
    .addHelpText('after', EXPLAIN_EXAMPLES)
    .action(async (units: readonly NamedUnit[], flags: CommonFlags) => {
      const { runExplain } = await import('../runs/index.js');
      io.exitWith(await runExplain(io, flags, units));
    });
}

function unitOf(value: string, previous: readonly NamedUnit[] | undefined): readonly NamedUnit[] {
  const colon = value.indexOf(':');
  const locale = value.slice(0, Math.max(0, colon));
  const key = value.slice(colon + 1);
  if (locale === '' || key === '') {
    throw new InvalidArgumentError('Put the target before the key: de:cart.total.');
  }
  return [...(previous ?? []), { locale, key }];
}

function rulesOf(value: string, previous: readonly RuleName[] | undefined): readonly RuleName[] {
  const names = value.split(',').map((name) => name.trim());
  const rules = names.map((name) => {
    const rule = findRule(name);
    if (rule !== undefined) return rule;
    throw new InvalidArgumentError(`There is no rule "${name}"${suggestion(name, RULE_NAMES)}`);
  });
  return [...(previous ?? []), ...rules];
}

const IMPROVE_EXAMPLES = `
Examples:
  locale-sync improve                          show what Write would change, key by key
  locale-sync improve 'cart.*' --apply         write it into the source files, for these keys
  locale-sync improve cart.title --dismiss     never suggest anything for this text again
  locale-sync accept en:cart.title             the same: en is the source here

The style or tone comes from \`improve:\` in the config. Placeholders, tags and ICU messages stay as they are; a suggestion
that would change one is dropped. A text is sent only once (in CI, cache .locale-sync). Dismissed suggestions are stored
in the lock: commit it.

After --apply, translations stay current if only white space, punctuation or case changed. --keep-targets keeps
all of them, --no-keep-targets none.

Exit codes: 0 nothing to improve, or everything is done · 1 suggestions are open · 2 wrong call, config or file, or limit
            exceeded · 3 the service refused or cannot be reached · 130 interrupted`;

/** `improve`: improves source texts with Write. */
export function addImproveCommand(program: Command, io: Io): void {
  const command = program
    .command('improve')
    .summary('show what Write would change in the source texts, or apply it')
    .description(
      'Asks the service to improve the texts of the source catalogs, and shows its suggestions as a diff by key.',
    )
    .argument('[keys...]', 'only these keys, or globs of keys: "cart.*"')
    .addOption(
      new Option('--apply', 'write the suggestions into the source files').conflicts('dismiss'),
    )
    .option('--dismiss', 'never make these suggestions again; sends nothing')
    .option('--keep-targets', 'after --apply, translations of all changed texts stay current')
    .option('--no-keep-targets', 'after --apply, no translation of a changed text stays current');
  addConfigFlags(command)
    .option(
      '--files <glob>',
      'only source files that match this glob, relative to the current folder or --cwd (repeatable)',
      collect,
    )
    .option(
      '--max-characters <n>',
      'send nothing if the run would be billed for more than this',
      wholeNumber,
    )
    .option('--json', 'print one JSON object on stdout')
    .option('--quiet', 'print nothing but suggestions and errors')
    .addHelpText('after', IMPROVE_EXAMPLES)
    .action(async (keys: readonly string[], flags: ImproveFlags) => {
      const { runImprove } = await import('../runs/index.js');
      const isGiven = command.getOptionValueSource('keepTargets') === 'cli';
      const { keepTargets, ...rest } = flags;
      io.exitWith(await runImprove(io, isGiven ? { ...rest, keepTargets } : rest, keys));
    });
}

const MORE = `
Examples:
  locale-sync propose                       open a pull or merge request, or update the open one
  locale-sync propose --dry-run             show what it would do; nothing is sent or billed
  locale-sync propose --patch texts.patch   write a patch for the checked-out commit instead

It works on the newest commit of the default branch, in a separate working tree: no file of your checkout changes. Commits
by people on the branch are kept and count as human text. A request that was closed by people is not reopened for the same
texts. In a pull request from a fork, where it cannot push, it writes locale-sync.patch.

Environment: the token is read from LOCALE_SYNC_TOKEN, GITHUB_TOKEN, GH_TOKEN or GITLAB_TOKEN. Requests opened with the
job's own GITHUB_TOKEN do not trigger checks: use the token of an App or a person. docs/ci.md has recipes.

Exit codes: 0 nothing, or proposed · 1 something is left · 2 wrong call, config or file, or a conflict ·
            3 the service or the host refused or cannot be reached · 130 interrupted (answers received so far are saved)`;

/** `propose`: syncs on a branch and opens its pull or merge request. */
export function addProposeCommand(program: Command, io: Io): void {
  const command = program
    .command('propose')
    .summary('sync on a branch, and open or update its pull or merge request')
    .description(
      'Syncs on a branch, commits through the API of GitHub or GitLab, and opens a request that shows what is new, or updates the open one.',
    )
    .option('--dry-run', 'only show what would be done')
    .option(
      '--patch <file>',
      'write a patch for the checked-out commit, without contacting the host',
    )
    .addHelpText('after', MORE);
  addRunFlags(addShardFlag(addCommonFlags(command))).action(async (flags: ProposeFlags) => {
    const { runPropose } = await import('../runs/index.js');
    io.exitWith(await runPropose(io, flags));
  });
}
