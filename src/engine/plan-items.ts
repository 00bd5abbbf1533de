import type { PlanItem } from '../model/index.js';
import type { Job } from './job.js';
import { eachUnit, wiresOf } from './job.js';
import type { Wire } from './wire.js';
import type { Reading, Work } from './work.js';

/** Every unit that a plan does something with, in the order of the files. */
export function planItems({ diffs }: Reading, { jobsOf }: Work): readonly PlanItem[] {
  const asked = new Set<Wire>();
  return diffs.flatMap((diff): PlanItem[] => {
    const { path: file, locale } = diff.target;
    const items: PlanItem[] = [];
    eachUnit(diff, jobsOf, (_, job) => {
      if (job !== undefined && !job.pending) items.push(jobItem(job, asked));
    });
    const removed = diff.obsolete.map(({ unit }): PlanItem => {
      const { key, text: target } = unit;
      return { file, locale, key, status: 'obsolete', action: 'remove', target, characters: 0 };
    });
    return [...items, ...removed];
  });
}

function jobItem(job: Job, asked: Set<Wire>): PlanItem {
  const { diff, unit, action, text } = job;
  const { path: file, locale } = diff.target;
  const base = { file, locale, key: unit.key, status: unit.status, source: unit.expected.text };
  const standing = unit.current === undefined ? {} : { target: unit.current.text };
  if (text !== undefined) {
    const reuse = job.reuse === undefined ? {} : { reuse: job.reuse };
    const as = action === 'translate' ? 'reuse' : action;
    return { ...base, ...standing, action: as, text, ...reuse, characters: 0 };
  }
  const open = wiresOf(job).filter((wire) => wire.answer === undefined);
  const fresh = open.filter((wire) => !asked.has(wire));
  for (const wire of fresh) asked.add(wire);
  const characters = fresh.reduce((sum, wire) => sum + wire.characters, 0);
  const reuse = open.length > 0 && fresh.length === 0 ? { reuse: 'duplicate' as const } : {};
  return { ...base, ...standing, action, ...reuse, characters };
}
