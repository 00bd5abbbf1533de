export { AdaptiveConcurrency, fixedConcurrency } from './concurrency.js';
export { isKeptInMemory } from './keeping.js';
export { checkLimit } from './limit.js';
export type { Outcomes } from './outcomes.js';
export type { SendResult } from './queue.js';
export { Translation } from './translation.js';
export type { TranslateContext } from './translation.js';
