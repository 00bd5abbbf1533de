export { runAlone } from './alone.js';
export { Session } from './session.js';
export type { RunContext } from './run-context.js';
export type { SessionOptions } from './session.js';
