import { join } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { defined, formatKey } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import { contentHash, STATE_FOLDER } from '../../lock/index.js';
import { stageFile } from '../../state/index.js';
import type { StagedFile } from '../../state/index.js';
import { extractKeys } from './extract.js';
import type { ExtractOptions, KeyChanges } from './extract.js';
import type { TakenSettings } from './settings.js';
import type { ChangedFile } from './types.js';

/** A key of a source catalog. */
export interface ExtractedKey {
  /** Relative to the root. */
  readonly file: string;
  readonly key: string;
  /** The comment above it in code. */
  readonly note?: string;
  /** Where code uses an added key; `file` relative to the root, line 1-based. */
  readonly used?: { readonly file: string; readonly line?: number };
}

/** A key that counts as unused. */
export interface UnusedKey extends ExtractedKey {
  /** Why, as the end of a sentence. */
  readonly reason: string;
  /** Code may use it all the same: by a name known only at run time, or in another package. */
  readonly isDoubtful?: true;
}

/** The result of an extraction. */
export interface Extraction {
  readonly added: readonly ExtractedKey[];
  /** Added keys for which code gives no text; they stay empty until somebody writes one. */
  readonly empty: readonly ExtractedKey[];
  /** Keys whose text became the one that code gives. */
  readonly updated: readonly ExtractedKey[];
  /** Keys that nothing in code can use. */
  readonly unused: readonly UnusedKey[];
  /** Unused keys that were removed. */
  readonly removed: readonly UnusedKey[];
  /** Code that cannot be read, and keys without a catalog. */
  readonly problems: readonly Problem[];
  /** Settings that come from a config of i18next-parser; undefined: none has any. */
  readonly taken: TakenSettings | undefined;
}

/**
 * Adds the keys that code uses to the source catalogs. Texts in them change only with
 * `updateDefaults`, and keys are removed only with `prune`.
 * @throws ExtractError, FormatError for a catalog that cannot be read, WriteError
 */
export async function extract(
  config: ResolvedConfig,
  options: ExtractOptions,
): Promise<Extraction> {
  const changes = await extractKeys(config, options);
  const changed = changes.catalogs.flatMap(({ file, before, after }) =>
    after === undefined ? [] : [{ file, before, after }],
  );
  writeFiles(config, changed);
  return extractionOf(changes);
}

/** Writes files; none of them if one is no longer as it was read. @throws WriteError */
export function writeFiles({ root }: ResolvedConfig, files: readonly ChangedFile[]): void {
  const state = join(root, STATE_FOLDER);
  const staged: StagedFile[] = [];
  try {
    for (const { file, before, after } of files) {
      const expect = before === undefined ? 'absent' : contentHash(before);
      staged.push(stageFile(join(root, file), after, { root, state, expect }));
    }
    for (const one of staged) one.commit();
  } finally {
    for (const one of staged) one.discard();
  }
}

/**
 * The result that `extract` would have. @throws ExtractError, FormatError for a catalog that cannot
 * be read
 */
export async function lookForKeys(
  config: ResolvedConfig,
  options: ExtractOptions,
): Promise<Extraction> {
  return extractionOf(await extractKeys(config, options));
}

function extractionOf({ catalogs, problems, taken }: KeyChanges): Extraction {
  const list = (kind: 'added' | 'empty' | 'updated'): readonly ExtractedKey[] =>
    catalogs.flatMap(({ file, notes, places, ...keys }) => {
      const byKey = new Map(notes.map((one) => [one.key, one.note]));
      return keys[kind].map((key) => {
        const note = byKey.get(key);
        const place = places.get(key);
        const used = place && { file: place.file, ...defined({ line: place.line }) };
        return { file, key: formatKey(key), ...defined({ note, used }) };
      });
    });
  const listUnused = (kind: 'unused' | 'removed'): readonly UnusedKey[] =>
    catalogs.flatMap(({ file, reasons, ...keys }) =>
      keys[kind].map((key) => ({
        file,
        key: formatKey(key),
        ...(reasons.get(key) ?? { reason: '' }),
      })),
    );
  return {
    added: list('added'),
    empty: list('empty'),
    updated: list('updated'),
    unused: listUnused('unused'),
    removed: listUnused('removed'),
    problems,
    taken,
  };
}
