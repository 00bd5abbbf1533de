export { StoreError } from './errors.js';
export { openStore } from './shared-store.js';
export { openUpkeep } from './upkeep.js';
export type { Exported, Imported, OnTexts, StoreStatus, Upkeep } from './upkeep.js';
