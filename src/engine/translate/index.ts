export { charactersToPay } from './held.js';
export { Outcomes } from './outcomes.js';
export { Sending } from './translate.js';
export type { Translated } from './translate.js';
export type { SendResult } from './queue.js';
