export type { FindingSelection } from './accept.js';
export { createEngine } from './engine.js';
export type {
  CatalogFile,
  Engine,
  EngineOptions,
  FileCoverage,
  Plan,
  SyncOptions,
} from './engine.js';
export { EngineError } from './errors.js';
export type { EngineErrorCode } from './errors.js';
export type { SavedPlan } from './plan/index.js';
