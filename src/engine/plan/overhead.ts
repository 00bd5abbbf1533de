import type { Translator } from '../../model/index.js';
import type { RequestGroup } from '../units/row.js';

const encoder = new TextEncoder();

/** Estimate if nothing is sent: the options as JSON, plus room for resolved ids. */
function estimatedOverhead({ options }: RequestGroup): number {
  return encoder.encode(JSON.stringify(options)).length + 200;
}

/**
 * Bytes of a request body with a group's options and no texts.
 * @param translator computes it; without one it is estimated
 */
export function overheads(translator: Translator | undefined): (group: RequestGroup) => number {
  const known = new Map<string, number>();
  return (group) => {
    let overhead = known.get(group.id);
    if (overhead === undefined) {
      overhead = translator?.overhead(group.options) ?? estimatedOverhead(group);
      known.set(group.id, overhead);
    }
    return overhead;
  };
}
