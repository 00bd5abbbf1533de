export { StoreError } from './errors.js';
export { openStore } from './shared-store.js';
export { openUpkeep, Upkeep } from './upkeep.js';
export type { StoreStatus } from './upkeep.js';
