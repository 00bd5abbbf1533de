export { createEngine } from './engine.js';
export type { Engine, EngineOptions, Plan, SavedPlan, SyncOptions } from './engine.js';
export { EngineError } from './errors.js';
export type { EngineErrorCode } from './errors.js';
