export { openMemory } from './memory.js';
export type { Memory, MemoryEntry } from './memory.js';
