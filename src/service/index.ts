export type { LimitNotice, NotifyLimit } from './accounts/notices.js';
export type { Engine } from './backends/select.js';
export type { Counters } from './counters.js';
export type { FaultInput } from './faults/rules.js';
export type { RequestLog, Timeouts } from './http/log.js';
export type { MemoryInput } from './memories/memories.js';
export type { ServiceOptions } from './options.js';
export { startService, type RunningService } from './start.js';
export { StoreError } from './store/data-folder.js';
