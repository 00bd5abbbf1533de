import type { FormatsFlags } from './formats.js';
import type { InitFlags } from './init.js';
import type { Io } from '../io.js';
import type { TypesFlags } from './types.js';

// What the commands do, in a file of its own in the build: loaded only when a command has to run.

export { runAccept } from './accept.js';
export { runCheck } from './check.js';
export { runExtract } from './extract.js';
export { runPlan } from './plan.js';
export { runService } from './service.js';
export { runStatus } from './status.js';
export { runSync } from './sync.js';

/** Few commands need it. */
export async function runTypes(io: Io, flags: TypesFlags): Promise<number> {
  const types = await import('./types.js');
  return types.runTypes(io, flags);
}

/** Loads every format. */
export async function runFormats(io: Io, flags: FormatsFlags): Promise<number> {
  const formats = await import('./formats.js');
  return formats.runFormats(io, flags);
}

/** Runs once for each repository, so the others do not wait for it. */
export async function runInit(io: Io, flags: InitFlags): Promise<number> {
  const init = await import('./init.js');
  return init.runInit(io, flags);
}
