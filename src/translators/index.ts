export { createServiceTranslator, type ServiceTranslatorOptions } from './service.js';
