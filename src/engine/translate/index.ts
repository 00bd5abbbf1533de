export { charactersToPay } from './sharing.js';
export { Sending } from './translate.js';
export type { Translated } from './translate.js';
export type { SendResult } from './queue.js';
