export { checkCodeGlobs } from './check-patterns.js';
export { syntaxError, ConfigError } from './errors.js';
export { endingOf, pairPatterns } from './pattern-pair.js';
export type { ConfigIssue } from './errors.js';
export { CONFIG_FILES, likelyConfig } from './find.js';
export type { FindOptions } from './find.js';
export { codeRefused, defineConfig, isCode, loadConfig, parseConfig, settled } from './load.js';
export type { LoadOptions } from './load.js';
export { localePathsOf, nameInFiles } from './locale-paths.js';
export { localeOfSpelling } from './locale-spelling.js';
export { didYouMean, editDistance, isOneEditAway, nearest, suggestion } from './nearest.js';
export { mergeOptions, optionLayers, serviceRules } from './options.js';
export { createMatcher, fillPattern, isPlainGlob, toGlob } from './pattern-match.js';
export type { PatternMatch, PatternMatcher } from './pattern-match.js';
export { hasLocale, isWildcard, parsePattern, PatternError, spellings } from './pattern.js';
export type { PatternPath } from './pattern.js';
export { readConfigDocument } from './read-document.js';
export type {
  FilePattern,
  Messages,
  RecordingKind,
  ResolvedCatalog,
  ResolvedConfig,
  ResolvedDocuments,
  ResolvedRecordings,
  ResolvedService,
  ResolvedStore,
} from './resolved.js';
export type { ConfigInput, ExtractInput, MessageValue, ProposeInput } from './schema.js';
export { configFiles, findConfigFile, hasConfigBeside } from './search.js';
export { serviceOfEnvironment } from './service-settings.js';
export type { Environment } from './service-settings.js';
