export * from './optional-package.js';
export * from './regular-file.js';
export * from './system-error.js';
