import type { FormatsFlags } from './formats.js';
import type { InitFlags } from './init.js';
import type { Io } from '../io.js';
import type { OperationFacts } from '../../api/facts/operation.js';
import type { ProposeFlags } from '../flags.js';
import type { ReportFlags, ReviewFlags } from './review.js';
import type { ResourcesCall, ResourcesFlags } from './resources.js';
import type { StoreCall, StoreFlags } from './store.js';
import type { TypesFlags } from './types.js';
import type { UsageFlags } from './usage.js';

// The commands' implementations, a separate file in the build: loaded only when a command has to
// run.

export { runAccept } from './accept.js';
export { runCheck } from './check.js';
export { runExtract } from './extract.js';
export { runImprove } from './improve.js';
export { runPlan } from './plan.js';
export { runService } from './service.js';
export { runStatus } from './status.js';
export { runSync } from './sync.js';
export { runTranslate } from './translate.js';

/** Loaded separately: it loads every area of the service. */
export async function runOperation(
  io: Io,
  operation: OperationFacts,
  given: Readonly<Record<string, unknown>>,
): Promise<number> {
  const runs = await import('./operation.js');
  return runs.runOperation(io, operation, given);
}

/** Loaded separately, for the same reason. */
export async function runUsage(io: Io, flags: UsageFlags): Promise<number> {
  const usage = await import('./usage.js');
  return usage.runUsage(io, flags);
}

/** Loaded separately: few commands need it. */
export async function runTypes(io: Io, flags: TypesFlags): Promise<number> {
  const types = await import('./types.js');
  return types.runTypes(io, flags);
}

/** Loaded separately: rarely used. */
export async function runResources(
  io: Io,
  flags: ResourcesFlags,
  call: ResourcesCall,
): Promise<number> {
  const resources = await import('./resources.js');
  return resources.runResources(io, flags, call);
}

/** Loaded separately: it loads every format. */
export async function runFormats(io: Io, flags: FormatsFlags): Promise<number> {
  const formats = await import('./formats.js');
  return formats.runFormats(io, flags);
}

/** Loaded separately: used once per repository. */
export async function runInit(io: Io, flags: InitFlags): Promise<number> {
  const init = await import('./init.js');
  return init.runInit(io, flags);
}

/** Loaded separately: few jobs need it. */
export async function runPropose(io: Io, flags: ProposeFlags): Promise<number> {
  const propose = await import('./propose.js');
  return propose.runPropose(io, flags);
}

/** Loaded separately: rarely used, and it loads the database client. */
export async function runStore(io: Io, flags: StoreFlags, call: StoreCall): Promise<number> {
  const store = await import('./store.js');
  return store.runStore(io, flags, call);
}

/** Loaded separately: rarely used, and it contains a server. */
export async function runReview(io: Io, flags: ReviewFlags): Promise<number> {
  const review = await import('./review.js');
  return review.runReview(io, flags);
}

export async function runReport(io: Io, flags: ReportFlags): Promise<number> {
  const review = await import('./review.js');
  return review.runReport(io, flags);
}
