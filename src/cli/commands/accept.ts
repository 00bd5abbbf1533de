import { InvalidArgumentError } from 'commander';
import type { Command } from 'commander';
import { suggestion } from '../../config/nearest.js';
import { findRule, RULE_NAMES } from '../../model/index.js';
import type { RuleName } from '../../model/index.js';
import { addCommonFlags } from '../flags.js';
import type { AcceptFlags, NamedUnit } from '../flags.js';
import type { Io } from '../io.js';

const EXAMPLES = `
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
    .addHelpText('after', EXAMPLES);
  addCommonFlags(command).action(async (units: readonly NamedUnit[], flags: AcceptFlags) => {
    const { runAccept } = await import('../runs/index.js');
    io.exitWith(await runAccept(io, flags, units));
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
