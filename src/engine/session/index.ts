export { runAlone, Session } from './session.js';
export type { RunContext, SessionOptions } from './session.js';
