// Only needed by `api` and `completion`; a separate file in the build, without schema and client.

export { parseApi } from './parse-api.js';
export { completionText } from './completion.js';
