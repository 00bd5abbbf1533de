import { join } from 'node:path';
import { encode, withEscapes, loadCodec } from '../../formats/index.js';
import { EditError, FormatError, keyId } from '../../model/index.js';
import type { Document, Problem } from '../../model/index.js';
import { WriteError, writeFileAtomic } from '../../state/index.js';
import type { NamedSource } from '../load/index.js';
import type { Suggested } from './suggest.js';

export interface WrittenSources {
  /** Suggestions that were written to their files. */
  readonly applied: readonly Suggested[];
  readonly problems: readonly Problem[];
}

/** Writes suggestions to source files, each file as a whole or not at all. */
export async function writeSources(
  suggested: readonly Suggested[],
  { root, state }: { readonly root: string; readonly state: string },
): Promise<WrittenSources> {
  const applied: Suggested[] = [];
  const problems: Problem[] = [];
  for (const [file, own] of byFile(suggested)) {
    const text = await editedText(file, own);
    if (typeof text !== 'string') problems.push(text);
    else {
      try {
        const bytes = encode(text, file.document.encoding);
        writeFileAtomic(join(root, file.path), bytes, { root, state, expect: file.hash });
        applied.push(...own);
      } catch (error) {
        if (!(error instanceof WriteError)) throw error;
        problems.push(failure(file.path, error.explanation));
      }
    }
  }
  return { applied, problems };
}

function byFile(suggested: readonly Suggested[]): ReadonlyMap<NamedSource, readonly Suggested[]> {
  const files = new Map<NamedSource, Suggested[]>();
  for (const one of suggested) {
    const own = files.get(one.of.file);
    if (own === undefined) files.set(one.of.file, [one]);
    else own.push(one);
  }
  return files;
}

async function editedText(
  { path, document, catalog, locale }: NamedSource,
  own: readonly Suggested[],
): Promise<string | Problem> {
  const codec = await loadCodec(path, catalog);
  if (codec === undefined) return failure(path, 'its format is unknown');
  const edits = own.map(({ of, shown }) => {
    return { op: 'set', key: of.unit.key, text: shown.suggestion } as const;
  });
  try {
    const edited = codec.edit(document, edits);
    const { escape } = codec;
    const text =
      escape === undefined ? edited : withEscapes(edited, document.encoding ?? 'utf-8', escape);
    const again = codec.parse(text, { role: 'source', locale, file: path });
    if (isAsMeant(document, again, own)) return text;
    return failure(path, 'source texts cannot be changed in its format');
  } catch (error) {
    if (!(error instanceof EditError) && !(error instanceof FormatError)) throw error;
    return failure(path, error.message);
  }
}

/** Whether exactly the intended texts have changed. */
function isAsMeant(before: Document, after: Document, own: readonly Suggested[]): boolean {
  const wanted = new Map(before.units.map(({ key, text }) => [keyId(key), text]));
  for (const { of, shown } of own) wanted.set(keyId(of.unit.key), shown.suggestion);
  if (after.units.length !== wanted.size) return false;
  return after.units.every(({ key, text }) => wanted.get(keyId(key)) === text);
}

function failure(path: string, reason: string): Problem {
  const message = `The suggestions were not written: ${reason}.`;
  return { code: 'write-failed', severity: 'error', file: path, message };
}
