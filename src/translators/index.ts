export { createServiceImprover } from './improver.js';
export { createServiceTranslator, type ServiceTranslatorOptions } from './service.js';
export { toTranslatorError } from './errors.js';
export type { SettingSources } from './errors.js';
export { createLazyTranslator } from './lazy.js';
