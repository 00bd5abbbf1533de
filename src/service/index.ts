export type { CustomBackend, CustomRequest } from './backends/custom.js';
export { loadCustomBackend } from './backends/custom.js';
export type { Counters } from './counters.js';
export type { FaultInput } from './faults/rules.js';
export type {
  Engine,
  LimitNotice,
  MemoryInput,
  NotifyLimit,
  RequestLog,
  ServiceOptions,
  Timeouts,
} from './options.js';
export { startService, type RunningService } from './start.js';
export { StoreError } from './store/data-folder.js';
