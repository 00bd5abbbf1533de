export { defineConfig, isCode, loadConfig, parseConfig, readConfig } from './load.js';
export { ConfigError } from './errors.js';
export type { ConfigErrorCode, ConfigIssue } from './errors.js';
export { hasConfigBeside, configFiles, findConfigFile } from './search.js';
export type { FindOptions } from './find.js';
export { languageTag, serviceLanguage, serviceSourceLanguage } from './languages.js';
export type { LoadOptions } from './load.js';
export type {
  ResolvedCatalog,
  ResolvedConfig,
  ResolvedService,
  ResolvedStore,
} from './resolved.js';
export type { ConfigInput } from './schema.js';
export { EMBEDDED, serviceOfEnvironment, withEnvironment } from './service-settings.js';
export type { Environment } from './service-settings.js';
