import type { Dirent } from 'node:fs';
import type { Glob, Step } from './glob-steps.js';

/** A glob's state during the search: what the next name must match, and what follows. */
interface Progress {
  /** Undefined at the end of the glob. */
  readonly step: Step | undefined;
  readonly next: Progress | undefined;
}

/** What to look for in a folder. */
interface Wanted {
  readonly byName: ReadonlyMap<string, readonly Progress[]>;
  readonly byExpression: readonly { readonly expression: RegExp; readonly next: Progress }[];
  /** Globs that continue in any folder below. */
  readonly deep: readonly Progress[];
}

export interface WalkOptions {
  /** Reads a folder, given by its path below the root. */
  readonly read: (folder: string) => Promise<readonly Dirent[]>;
  readonly isIgnored: (path: string, isFolder: boolean) => boolean;
}

/** Calls back for every match of the globs that is not a folder. */
export async function walk(
  globs: readonly Glob[],
  { read, isIgnored }: WalkOptions,
  onFound: (path: string, entry: Dirent) => void,
): Promise<void> {
  const visit = async (folder: string, wanted: Wanted): Promise<void> => {
    const below: Promise<void>[] = [];
    for (const entry of await read(folder)) {
      const found = matching(entry.name, wanted);
      const isFolder = entry.isDirectory();
      const further = isFolder ? goingOn(entry.name, found, wanted) : [];
      const isFound = !isFolder && found.some(({ step }) => step === undefined);
      if (!isFound && further.length === 0) continue;
      const path = folder === '' ? entry.name : `${folder}/${entry.name}`;
      if (isIgnored(path, isFolder)) continue;
      if (isFound) onFound(path, entry);
      else below.push(visit(path, wantedBelow(further)));
    }
    await Promise.all(below);
  };
  // Most folders look for the same things as their parent.
  const known = new Map<readonly Progress[], Wanted>();
  const wantedBelow = (further: readonly Progress[]): Wanted => {
    const wanted = known.get(further) ?? wantedOf(further);
    known.set(further, wanted).set(wanted.deep, wanted);
    return wanted;
  };
  await Promise.all([...byBase(globs)].map(([base, starts]) => visit(base, wantedOf(starts))));
}

function byBase(globs: readonly Glob[]): Map<string, Progress[]> {
  const bases = new Map<string, Progress[]>();
  for (const { base, steps } of globs) {
    const start = steps.reduceRight<Progress>((next, step) => ({ step, next }), END);
    bases.set(base, [...(bases.get(base) ?? []), start]);
  }
  return bases;
}

const END: Progress = { step: undefined, next: undefined };

/** Globs that a name continues. */
function matching(name: string, { byName, byExpression }: Wanted): readonly Progress[] {
  const named = byName.get(name) ?? [];
  if (byExpression.length === 0) return named;
  const others = byExpression.filter(({ expression }) => expression.test(name));
  return [...named, ...others.map(({ next }) => next)];
}

/** Globs that may match something in a folder. */
function goingOn(name: string, found: readonly Progress[], { deep }: Wanted): readonly Progress[] {
  const own = found.filter(({ step }) => step !== undefined);
  const continued = name.startsWith('.') ? [] : deep;
  return own.length === 0 ? continued : [...own, ...continued];
}

function wantedOf(all: readonly Progress[]): Wanted {
  const byName = new Map<string, Progress[]>();
  const byExpression: { expression: RegExp; next: Progress }[] = [];
  const deep: Progress[] = [];
  const reached = new Set(all);
  for (const one of reached) {
    const { step, next = END } = one;
    if (step?.kind === 'deep') {
      deep.push(one);
      reached.add(next);
    } else if (step?.kind === 'names') byExpression.push({ expression: step.expression, next });
    else if (step?.kind === 'name') byName.set(step.name, [...(byName.get(step.name) ?? []), next]);
  }
  return { byName, byExpression, deep };
}
