import { packAll } from './batch.js';
import { advance, wiresOf } from './job.js';
import type { Job } from './job.js';
import type { WorkPlan } from './plan.js';
import { Sender } from './sender.js';
import type { SendContext, SendResult } from './sender.js';
import type { Wire, WireTable } from './wire.js';

/**
 * Sends what the plan packed and hands the answers to the jobs; what does not hold goes out again in the next
 * form, packed into full batches like the first.
 */
export async function translate(
  plan: WorkPlan,
  table: WireTable,
  context: SendContext,
): Promise<SendResult> {
  const sender = new Sender(plan.totals, context);
  let waiting = plan.waiting;
  let batches = plan.batches;
  while (batches.length > 0 && !sender.stopped) {
    const owners = ownersOf(waiting);
    // While other answers are still under way, so that the time is not spent at the end.
    await sender.send(batches, (wires) => {
      for (const wire of wires) advanceOwner(owners, wire, table);
    });
    waiting = waiting.filter((job) => !isAnswered(job) && advance(job, table));
    batches = packAll(table.drain(), (group) => sender.limitsOf(group));
    sender.expect(batches);
  }
  const result = sender.result();
  for (const job of waiting) leaveUnanswered(job, result);
  return result;
}

/** For each text that is asked for the first job that needs it; others with the same text are seen to at the end. */
function ownersOf(jobs: readonly Job[]): Map<Wire, Job> {
  const owners = new Map<Wire, Job>();
  for (const job of jobs) {
    for (const wire of wiresOf(job)) if (!owners.has(wire)) owners.set(wire, job);
  }
  return owners;
}

function advanceOwner(owners: Map<Wire, Job>, wire: Wire, table: WireTable): void {
  const job = owners.get(wire);
  if (job === undefined) return;
  owners.delete(wire);
  if (isAnswered(job)) return;
  // What it needs no more is let go.
  if (!advance(job, table) && isAnswered(job)) job.attempt = undefined;
}

function isAnswered({ text }: Job): boolean {
  return text !== undefined;
}

function leaveUnanswered(job: Job, { fatal }: SendResult): void {
  const message = fatal?.message ?? 'The run was interrupted before the answer came.';
  job.failure ??= { code: 'service-failed', message };
}
