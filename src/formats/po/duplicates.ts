import { keyId } from '../../model/index.js';
import type { Problem } from '../../model/index.js';
import { duplicateKey } from '../kit/duplicate-key.js';
import { getOrSet } from '../kit/maps.js';
import { positions } from '../kit/positions.js';
import { keyOf } from './entry.js';
import type { PoFile } from './file.js';
import { isHeader } from './header.js';
import { obsoleteIn } from './obsolete.js';

/** All duplicate entries, with both lines. msgfmt treats obsolete entries like others. */
export function duplicates(poFile: PoFile, file: string | undefined): readonly Problem[] {
  const { text } = poFile;
  const used = poFile.entries
    .filter((entry) => !isHeader(entry))
    .map((entry) => ({ key: keyOf(entry), at: entry.id.at }));
  const obsolete = obsoleteIn(poFile).map(({ key, start, end }) => ({
    key,
    at: start + Math.max(0, text.slice(start, end).search(/^[ \t]*#~[ \t]*msgid/m)),
  }));
  const all = [...used, ...obsolete];
  const places = new Map<string, (typeof all)[number][]>();
  for (const one of all) getOrSet(places, keyId(one.key), () => []).push(one);
  if (places.size === all.length) return [];
  const lineOf = positions(text);
  return [...places.values()].flatMap((same) => {
    const [, ...again] = same.sort((a, b) => a.at - b.at);
    return again.map((one, i): Problem => {
      const { line, column } = lineOf(one.at);
      const first = lineOf(same[i]?.at ?? 0).line;
      const key = one.key.join('.');
      const where = { ...(file !== undefined && { file }), line, column, key };
      return { ...duplicateKey(key, [first, line], 'msgfmt'), ...where };
    });
  });
}
