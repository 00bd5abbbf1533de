export * from './data.js';
export * from './files/index.js';
export * from './memory/index.js';
export * from './runs/index.js';
export * from './ledger/index.js';
