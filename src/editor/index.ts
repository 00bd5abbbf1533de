export { serveEditor } from './server.js';
export type { EditorHost } from './project.js';
