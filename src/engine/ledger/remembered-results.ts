import type { Problem } from '../../model/index.js';
import { excludeUse, idleExcludes } from '../load/index.js';
import type { Loaded } from '../load/index.js';
import type { RememberedFiles } from './remembered-files.js';
import type { FileTally } from '../changes/results.js';

export interface RememberedRun {
  readonly loaded: Loaded;
  readonly remembered: RememberedFiles | undefined;
}

/** What unread target files contribute to a report. */
export function rememberedTallies({ loaded, remembered }: RememberedRun): readonly FileTally[] {
  return loaded.remembered.flatMap(({ source, targets }) => {
    const known = remembered?.pairOf(source)?.targets ?? [];
    if (known.every(({ path }, at) => path === targets[at]?.path)) return known;
    const paths = new Set(targets.map(({ path }) => path));
    return known.filter(({ path }) => paths.has(path));
  });
}

/** Problems of files that were not read. */
export function rememberedProblems(run: RememberedRun): readonly Problem[] {
  const { loaded, remembered } = run;
  if (remembered === undefined) return [];
  const ofFiles = loaded.remembered.flatMap(
    ({ source }) => remembered.pairOf(source)?.problems ?? [],
  );
  if (loaded.remembered.length === 0 || !loaded.isWhole) return ofFiles;
  const uses = loaded.remembered.map(({ catalog, source }) => {
    const pair = remembered.pairOf(source);
    return { catalog, matched: pair?.excludes ?? [], example: pair?.example };
  });
  return [...idleExcludes(loaded.config, [...loaded.pairs.map(excludeUse), ...uses]), ...ofFiles];
}
