import { join } from 'node:path';
import type { ResolvedConfig } from '../../config/index.js';
import { defined, formatKey } from '../../model/index.js';
import type { Key, Problem } from '../../model/index.js';
import { contentHash, STATE_FOLDER } from '../../lock/index.js';
import { stageFile } from '../../state/index.js';
import type { StagedFile } from '../../state/index.js';
import { extractKeys } from './extract.js';
import type { ExtractOptions, KeyChanges } from './extract.js';
import type { TakenSettings } from './settings.js';
import { changedFiles } from './types.js';
import type { CatalogChange, ChangedFile, Reason } from './types.js';

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
export interface UnusedKey extends ExtractedKey, Reason {}

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
  writeFiles(config, changedFiles(changes.catalogs));
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
  const added = catalogs.flatMap(({ file, added: own }) =>
    [...own].map(([key, { code, text }]) => {
      const used = { file: code.file, ...defined({ line: code.line }) };
      return { text, one: { file, key: formatKey(key), ...defined({ note: code.note }), used } };
    }),
  );
  return {
    added: added.map(({ one }) => one),
    empty: added.flatMap(({ text, one }) => (text === undefined ? [one] : [])),
    updated: catalogs.flatMap(({ file, updated }) =>
      updated.map((key) => ({ file, key: formatKey(key) })),
    ),
    unused: catalogs.flatMap((one) => unusedKeys(one, [...one.unused.keys()])),
    removed: catalogs.flatMap((one) => unusedKeys(one, one.removed)),
    problems,
    taken,
  };
}

function unusedKeys({ file, unused }: CatalogChange, keys: readonly Key[]): readonly UnusedKey[] {
  return keys.map((key) => ({ file, key: formatKey(key), ...(unused.get(key) as Reason) }));
}
