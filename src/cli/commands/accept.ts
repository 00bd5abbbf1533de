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
  locale-sync accept --rule untranslated                 what this rule found, in all texts
  locale-sync accept                                     everything

An accepted finding is silent until its text or its source changes. The lock keeps it: commit the lock. Without --rule,
texts that wait for review count as reviewed, too, and their files say so (gettext's fuzzy goes). Texts that are missing
or stale are what \`sync\` is for. A note in the source file settles it for all targets: locale-sync-ignore placeholders

Exit codes: 0 accepted, or nothing to accept · 2 wrong call, config or file, or an unknown key, locale or rule`;

/** `accept`: settles findings that are right as they are. */
export function addAcceptCommand(program: Command, io: Io): void {
  const command = program
    .command('accept')
    .summary('settle findings that are right as they are')
    .description(
      'Settles what the rules found in translations, so that check and sync say nothing of it any more, and texts in review. Needs no key and no network.',
    )
    .argument('[findings...]', 'LOCALE:KEY, as check shows them; default: all', unitOf)
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
    throw new InvalidArgumentError('Write the target before the key: de:cart.total.');
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
