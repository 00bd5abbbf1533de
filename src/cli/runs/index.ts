// The commands' implementations, a separate file in the build: loaded only when a command has to
// run.

export { runAccept, runCheck, runPlan, runStatus, runSync } from './catalogs.js';
export { runExplain } from './explain.js';
export { runExtract } from './extract.js';
export { runImprove } from './improve.js';
export { runService } from './service.js';
export { runTranslate } from './translate.js';

/** A command whose module is loaded when it is called. */
function separate<Values extends readonly unknown[]>(
  load: () => Promise<(...values: Values) => Promise<number> | number>,
): (...values: Values) => Promise<number> {
  return async (...values) => (await load())(...values);
}

// These load every area of the service.
export const runOperation = separate(async () => (await import('./operation.js')).runOperation);
export const runUsage = separate(async () => (await import('./usage.js')).runUsage);

// This one loads every format.
export const runFormats = separate(async () => (await import('./formats.js')).runFormats);

// These are rarely used. Some load a lot: a server for the review, the database client for the store.
export const runEditor = separate(async () => (await import('./editor.js')).runEditor);
export const runExport = separate(async () => (await import('./exchange.js')).runExport);
export const runImport = separate(async () => (await import('./exchange.js')).runImport);
export const runInit = separate(async () => (await import('./init.js')).runInit);
export const runMerge = separate(async () => (await import('./merge.js')).runMerge);
export const runPropose = separate(async () => (await import('./propose.js')).runPropose);
export const runReport = separate(async () => (await import('./review.js')).runReport);
export const runResources = separate(async () => (await import('./resources.js')).runResources);
export const runReview = separate(async () => (await import('./review.js')).runReview);
export const runStore = separate(async () => (await import('./store.js')).runStore);
export const runTypes = separate(async () => (await import('./types.js')).runTypes);
