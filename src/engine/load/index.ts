export { load, NOTHING_REMEMBERED } from './load.js';
export { loadTexts } from './load-texts.js';
export type { LoadContext, Loaded } from './load.js';
export { areNew, goesFileByFile, windowRoom } from './window.js';
export type { Window } from './window.js';
export type { FilePair, SourceFile, TargetFile } from './files.js';
export type { OrphanFile } from './orphans.js';
export { ParsedFiles } from './parsed-files.js';
export type { ParsedFile } from './parsed-files.js';
export { GlossaryFile, nameOf } from './glossary-file.js';
export { Inputs } from './inputs.js';
export { loadLock, lockOf, readLock, readLocks } from './lock-file.js';
export type { LoadedLock, LockFiles } from './lock-file.js';
export {
  languageOf,
  NO_RESOURCES,
  parseGlossary,
  parseStyle,
  readGlossaryFile,
  readResources,
  readStyleFile,
  sourceLanguageOf,
  versionsOf,
} from './resource-files.js';
export type { ResourceFiles } from './resource-files.js';
export { StyleFile } from './style-file.js';
export { RememberedNames } from './names.js';
export { excludeUse, idleExcludes } from './checks/idle-excludes.js';
export { refuseIdleKeys } from './checks/idle-keys.js';
export { readArchive } from './archive-file.js';
export type { Archive } from './archive-file.js';
export { listFiles } from './scan/listing.js';
export { selectLocales } from './scan/locale-selection.js';
export { readSources } from './read-sources.js';
export type { NamedSource, ReadSources } from './read-sources.js';
export { scan } from './scan/scan.js';
export type { Scan, ScanPair } from './scan/scan.js';
export { BESIDE, besidePath } from './scan/scan-outputs.js';
export type { ScanOutput } from './scan/scan-outputs.js';
export { ScanError } from './scan/scan-error.js';
