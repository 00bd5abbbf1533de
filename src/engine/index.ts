export { createEngine } from './engine.js';
export type { CatalogFile, Engine, EngineOptions, Plan, SavedPlan, SyncOptions } from './engine.js';
export { EngineError } from './errors.js';
export type { EngineErrorCode } from './errors.js';
