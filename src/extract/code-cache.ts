import { join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { ensureStateDirectory, readStateFile, replaceStateFile } from '../state/index.js';
import { rowOf, stampOfRow } from '../state/index.js';
import type { Stamp, StampRow } from '../state/index.js';
import { STATE_FILES, STATE_FOLDER } from '../state/names.js';
import type { CodeFile } from './types.js';

/** Defined by the build: a hash of the code in this folder. */
declare const BUILT_READERS: string | undefined;

/** Another version or build of the tool may find other keys, so it reads every file again. */
const READERS = typeof BUILT_READERS === 'string' ? BUILT_READERS : 'source';
const VERSION = `${manifest.version}-${READERS}`;

interface Row {
  readonly stamp: StampRow;
  readonly literals: string;
  readonly uses: CodeFile['uses'];
  readonly libraries: CodeFile['libraries'];
  readonly fallbacks?: CodeFile['fallbacks'];
  readonly scopeNames?: CodeFile['scopeNames'];
  readonly data?: CodeFile['data'];
  readonly exported?: CodeFile['exported'];
  readonly unread?: true;
  readonly minified?: true;
  readonly problem?: CodeFile['problem'];
}

interface Cache {
  readonly version: string;
  readonly settings: string;
  readonly files: Readonly<Record<string, Row>>;
}

/** The result of reading a file, and its stamp. */
export interface KnownFile extends CodeFile {
  readonly stamp: Stamp;
}

/**
 * Results per file of code, as stored by the last extraction here.
 * @param settings the settings that reading depends on
 */
export function readCache(root: string, settings: string): ReadonlyMap<string, KnownFile> {
  const known = new Map<string, KnownFile>();
  try {
    const text = readStateFile(join(root, STATE_FOLDER, STATE_FILES.code)).toString('utf8');
    const cache = JSON.parse(text) as Cache;
    if (cache.version !== VERSION || cache.settings !== settings) return known;
    for (const [file, { stamp, literals, ...row }] of Object.entries(cache.files)) {
      const bytes = Uint8Array.from(Buffer.from(literals, 'base64'));
      const hashes = new Int32Array(bytes.buffer);
      known.set(file, {
        ...row,
        file,
        literals: hashes,
        stamp: stampOfRow(join(root, file), stamp),
      });
    }
  } catch {
    // The cache is missing or unreadable: everything is read again.
    known.clear();
  }
  return known;
}

/** Never throws: without the cache, the next run reads everything. */
export function writeCache(root: string, settings: string, files: Iterable<KnownFile>): void {
  const rows: Record<string, Row> = {};
  for (const { stamp, literals, uses, libraries, file, ...more } of files) {
    const { fallbacks, scopeNames, data, exported, unread, minified, problem } = more;
    const bytes = Buffer.from(literals.buffer, literals.byteOffset, literals.byteLength);
    const row = { stamp: rowOf(stamp), literals: bytes.toString('base64'), uses, libraries };
    rows[file] = {
      ...row,
      ...(fallbacks === undefined ? {} : { fallbacks }),
      ...(scopeNames === undefined ? {} : { scopeNames }),
      ...(data === undefined ? {} : { data }),
      ...(exported === undefined ? {} : { exported }),
      ...(unread === undefined ? {} : { unread }),
      ...(minified === undefined ? {} : { minified }),
      ...(problem === undefined ? {} : { problem }),
    };
  }
  const cache: Cache = { version: VERSION, settings, files: rows };
  try {
    const folder = ensureStateDirectory(join(root, STATE_FOLDER), '.');
    replaceStateFile(join(folder, STATE_FILES.code), JSON.stringify(cache));
  } catch {
    // The state folder may be read-only.
  }
}
