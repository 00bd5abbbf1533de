import type { KeptTerm } from '../../model/index.js';
import { targetHash } from '../../lock/index.js';

/** Source phrase → target phrase. */
export type Terms = ReadonlyMap<string, string>;

/**
 * Source phrase → `targetHash` of the target that was last applied; several if merged branches
 * disagree.
 */
export type AppliedTerms = ReadonlyMap<string, ReadonlySet<string>>;

/** Source phrases whose terms a push adds, changes and removes. */
export interface TermChanges {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
}

/** What a push does with one dictionary. */
export interface DictionaryPlan extends TermChanges {
  /** The dictionary's content afterwards. */
  readonly result: Terms;
  /** Changed only on the service, and left as they are there. */
  readonly kept: readonly KeptTerm[];
  /** Changed on both sides: while there are any, nothing is sent. */
  readonly conflicts: readonly KeptTerm[];
}

/** Changes of the file since it was last applied. Needs no service. */
export function changesSince(file: Terms, applied: AppliedTerms): TermChanges {
  const added: string[] = [];
  const changed: string[] = [];
  for (const [source, target] of file) {
    const before = applied.get(source);
    if (before === undefined) added.push(source);
    else if (before.size !== 1 || !before.has(targetHash(target))) changed.push(source);
  }
  return { added, changed, removed: [...applied.keys()].filter((source) => !file.has(source)) };
}

export function isNothing({ added, changed, removed }: TermChanges): boolean {
  return added.length + changed.length + removed.length === 0;
}

export function sameTerms(one: Terms, other: Terms): boolean {
  return one.size === other.size && [...one].every(([name, text]) => other.get(name) === text);
}

/** Which side a person prefers of a term that both have changed; undefined: it stays a conflict. */
export type Decide = (source: string) => 'here' | 'there' | undefined;

/** Three-way comparison of the file, the service and what was last applied. Pure. */
export function compareTerms(
  file: Terms,
  service: Terms,
  { applied, decide }: { readonly applied: AppliedTerms; readonly decide?: Decide | undefined },
): DictionaryPlan {
  const result = new Map<string, string>();
  const added: string[] = [];
  const changed: string[] = [];
  const removed: string[] = [];
  const kept: KeptTerm[] = [];
  const conflicts: KeptTerm[] = [];
  for (const source of new Set([...file.keys(), ...service.keys()])) {
    const term = { source, here: file.get(source), there: service.get(source) };
    const by = changedSide(term, applied.get(source));
    const side = by === 'both' ? (decide?.(source) ?? by) : by;
    if (side === 'both') conflicts.push(term);
    else if (side === 'there') kept.push(term);
    else if (side === 'here') {
      const list = term.there === undefined ? added : term.here === undefined ? removed : changed;
      list.push(source);
    }
    const now = side === 'there' ? term.there : term.here;
    if (now !== undefined) result.set(source, now);
  }
  return { result, added, changed, removed, kept, conflicts };
}

/** Which side changed a term since it was last applied. */
function changedSide(
  { here, there }: KeptTerm,
  applied: ReadonlySet<string> | undefined,
): 'none' | 'here' | 'there' | 'both' {
  if (here === there) return 'none';
  const isOld = (text: string | undefined): boolean =>
    text === undefined ? applied === undefined : applied?.has(targetHash(text)) === true;
  // If both are old because branches were merged, the file takes precedence: people agreed on it.
  if (isOld(there)) return 'here';
  return isOld(here) ? 'there' : 'both';
}
