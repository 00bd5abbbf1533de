export * from './document.js';
export * from './edit.js';
export * from './error.js';
export * from './message.js';
export * from './problem.js';
export * from './report.js';
export * from './translation.js';
export * from './unit.js';
