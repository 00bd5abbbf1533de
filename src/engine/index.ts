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
export type { ResourceAction } from './resources/index.js';
export type { Leaving } from './write/index.js';
export type { SavedPlan } from './plan/index.js';
export type { Reviewer, ReviewSteps } from './reviewer.js';
export type { ReviewOptions } from './review-look.js';
export type { Revision } from './review/index.js';
export type { TextOptions, TranslatedTexts } from './translate-texts.js';
export type { Improvements, ImproveSelection } from './improve-sources.js';
