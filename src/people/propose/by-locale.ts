import type { Proposal, Report } from '../../model/index.js';
import { TITLE } from './commit-message.js';
import { BRANCH } from './project.js';
import type { ProposeCall } from './project.js';
import { propose } from './propose.js';

/**
 * A proposal for each locale, one after the other, on a branch named after it. Ends at the first
 * that fails, because the others would fail as well.
 * @param callOf the run for one locale
 * @throws LocaleSyncError like `propose`
 */
export async function proposeByLocale(
  locales: readonly string[],
  callOf: (locale: string) => ProposeCall,
): Promise<Report> {
  let all: Report | undefined;
  const proposals: Proposal[] = [];
  for (const locale of locales) {
    const call = callOf(locale);
    const { branch = BRANCH, title = TITLE } = call.settings;
    const settings = {
      ...call.settings,
      branch: `${branch}-${locale}`,
      title: `${title} (${locale})`,
    };
    const one = await propose({ ...call, settings });
    const { proposal, ...report } = one;
    if (proposal !== undefined) proposals.push(proposal);
    all = all === undefined ? report : joined(all, report);
    if (all.error !== null || call.signal.aborted) break;
  }
  if (all === undefined) throw new RangeError('no locale');
  return { ...all, proposals };
}

/** One report of both runs. What both found is listed once. */
function joined(one: Report, other: Report): Report {
  const rest = { ...one, ...other };
  const { minutes, money, jobs } = rest;
  return {
    ...rest,
    ...summed(one, other, ['requests', 'texts', 'characters', 'removed', 'settled']),
    ...(minutes === undefined ? {} : summed(one, other, ['minutes'])),
    ...(money && { money: { ...money, ...summed(one.money, other.money, ['amount']) } }),
    ...(jobs && { jobs: summed(one.jobs, other.jobs, ['documents', 'recordings', 'unmeasured']) }),
    ok: one.ok && other.ok,
    reused: summed(one.reused, other.reused, ['repository', 'memory', 'duplicates']),
    files: summed(one.files, other.files, ['written', 'unchanged']),
    locales: { ...one.locales, ...other.locales },
    problems: distinct([...one.problems, ...other.problems]),
  };
}

type Amounts<Name extends string> = Readonly<Partial<Record<Name, number>>> | undefined;

function summed<Name extends string>(
  one: Amounts<Name>,
  other: Amounts<Name>,
  names: readonly Name[],
): Record<Name, number> {
  const sums = names.map((name) => [name, (one?.[name] ?? 0) + (other?.[name] ?? 0)]);
  return Object.fromEntries(sums) as Record<Name, number>;
}

function distinct<Value>(values: readonly Value[]): readonly Value[] {
  return [...new Map(values.map((value) => [JSON.stringify(value), value])).values()];
}
