import type { JobItem } from '../../model/index.js';
import type { JobPlan } from './types.js';

/** What is done with whole files, for display. */
export function jobItems({ outputs }: JobPlan): readonly JobItem[] {
  return outputs.flatMap(({ output, status, action, from, characters }): JobItem[] => {
    if ((action !== 'make' && action !== 'beside') || from === undefined) return [];
    const { path: file, locale, source, kind } = output;
    return [{ file, locale, source, kind, status, action, from, characters }];
  });
}
