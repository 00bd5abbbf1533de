export type { ArchivedText, TextToArchive } from './archived-text.js';
export { ArchivedTexts } from './archived-texts.js';
export { parseArchive } from './parse-archive.js';
export type { ParsedArchive } from './parse-archive.js';
export { ARCHIVE_BYTES, updateArchive } from './update-archive.js';
export type { ArchiveChanges, UpdatedArchive } from './update-archive.js';
