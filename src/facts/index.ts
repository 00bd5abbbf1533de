export * from './embedded.js';
export * from './headers.js';
export * from './languages.js';
export * from './language-table.js';
export * from './limits.js';
export * from './operations.js';
export * from './options.js';
export * from './style-rule-catalogue.js';
