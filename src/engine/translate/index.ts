export { translate } from './translate.js';
export type { Translated } from './translate.js';
export type { Outcomes } from './outcomes.js';
export type { SendResult } from './queue.js';
