export { createServiceTranslator, type ServiceTranslatorOptions } from './service.js';
export { createLazyTranslator } from './lazy.js';
