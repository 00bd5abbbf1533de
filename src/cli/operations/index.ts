// What `api` and `completion` alone need, in a file of its own in the build: no schema, no client.

export { parseApi } from './parse-api.js';
export { completionText } from './completion.js';
export type { Shell } from './completion.js';
