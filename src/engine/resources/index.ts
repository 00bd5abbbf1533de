export { applyResources, linesAfter } from './apply.js';
export { plannedResources } from './planned.js';
export { resources } from './resources.js';
export type { ResourceAction } from './resources.js';
