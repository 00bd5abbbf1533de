import { packAll } from './batch.js';
import { advance } from './job.js';
import type { Job } from './job.js';
import type { WorkPlan } from './plan.js';
import { Sender } from './sender.js';
import type { SendContext, SendResult } from './sender.js';
import type { WireTable } from './wire.js';

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
    await sender.send(batches);
    waiting = waiting.filter((job) => advance(job, table));
    batches = packAll(table.drain(), (group) => sender.limitsOf(group));
    sender.expect(batches);
  }
  const result = sender.result();
  for (const job of waiting) leaveUnanswered(job, result);
  return result;
}

function leaveUnanswered(job: Job, { fatal }: SendResult): void {
  const message = fatal?.message ?? 'The run was interrupted before the answer came.';
  job.failure ??= { code: 'service-failed', message };
}
