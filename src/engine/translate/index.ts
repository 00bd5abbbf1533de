export { charactersToPay } from './held.js';
export { concurrencyOf } from './concurrency.js';
export type { Concurrency } from './concurrency.js';
export { letRequestsLeave } from './let-requests-leave.js';
export { Outcomes } from './outcomes.js';
export { translate } from './translate.js';
export type { Translated } from './translate.js';
export type { SendResult } from './queue.js';
