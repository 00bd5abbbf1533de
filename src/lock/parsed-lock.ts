import type { Problem } from '../model/index.js';
import type { Fact, Facts } from './fact.js';

/** A lock after reading. */
export class ParsedLock {
  readonly text: string;
  /** By unit. */
  readonly facts: Facts;
  /** Warnings `lock-unreadable` and `lock-newer`. Lines are 1-based; the caller sets `file`. */
  readonly problems: readonly Problem[];
  /** False for a lock of a newer version, which must not be overwritten. */
  readonly writable: boolean;
  /** The lines of settled findings in the form of `formatSettled`; '' if there are none. */
  readonly settled: string;
  /**
   * The lines of glossary files and whole files in the form of `updateApplied`; '' if there are
   * none.
   */
  readonly applied: string;
  #sources: ReadonlySet<string> | undefined;

  constructor(
    read: Pick<ParsedLock, 'text' | 'facts' | 'problems' | 'writable' | 'settled' | 'applied'>,
  ) {
    this.text = read.text;
    this.facts = read.facts;
    this.problems = read.problems;
    this.writable = read.writable;
    this.settled = read.settled;
    this.applied = read.applied;
  }

  /** Whether it has no facts of any unit. */
  get isEmpty(): boolean {
    return this.facts.size === 0;
  }

  /** Facts of one unit (`unitHash`). */
  factsOf(unit: string): readonly Fact[] {
    return this.facts.get(unit) ?? NO_FACTS;
  }

  /** Whether any unit has facts for a source text (`sourceHash`). */
  hasSource(source: string): boolean {
    this.#sources ??= new Set([...this.facts.values()].flat().map((fact) => fact.source));
    return this.#sources.has(source);
  }
}

const NO_FACTS: readonly Fact[] = [];
