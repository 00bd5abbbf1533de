import type { Problem } from '../model/index.js';
import type { Fact, Facts } from './fact.js';
import { FIRST_TOKEN, LineFact, SOURCE } from './line-fact.js';
import { lineAt, rangeOf, startsOf, unitAt } from './lock-lines.js';
import type { LockLines, SortedLines } from './lock-lines.js';

export interface LockReading extends SortedLines {
  /** Offset of each line with facts. Default: every line from the first one on. */
  readonly starts?: readonly number[];
  /** Warnings `lock-unreadable` and `lock-newer`. Lines are 1-based; the caller sets `file`. */
  readonly problems: readonly Problem[];
  /** False for a lock of a newer version, which must not be overwritten. */
  readonly writable: boolean;
  /** Whether the text is the header and sorted lines, each with another unit or source. */
  readonly isNormal: boolean;
  /** The lines of settled findings in the form of `formatSettled`; '' if there are none. */
  readonly settled: string;
  /**
   * The lines of glossary files and whole files in the form of `updateApplied`; '' if there are
   * none.
   */
  readonly applied: string;
}

/** A parsed lock. Its lines are parsed when their facts are first used. */
export class ParsedLock implements LockReading, LockLines {
  readonly text: string;
  readonly first: number;
  readonly problems: readonly Problem[];
  readonly writable: boolean;
  readonly isNormal: boolean;
  readonly settled: string;
  readonly applied: string;
  #starts: readonly number[] | undefined;
  #facts: Facts | undefined;
  #earlier: Facts | undefined;
  #sources: ReadonlySet<string> | undefined;

  /** @param earlier facts of an earlier parse; unchanged lines keep their objects */
  constructor(reading: LockReading, earlier?: Facts) {
    this.text = reading.text;
    this.first = reading.first;
    this.#starts = reading.starts;
    this.problems = reading.problems;
    this.writable = reading.writable;
    this.isNormal = reading.isNormal;
    this.settled = reading.settled;
    this.applied = reading.applied;
    this.#earlier = earlier;
  }

  get starts(): readonly number[] {
    this.#starts ??= startsOf(this);
    return this.#starts;
  }

  /** Whether it has no facts of any unit. */
  get isEmpty(): boolean {
    return this.#starts === undefined ? this.first === this.text.length : this.#starts.length === 0;
  }

  /** All facts, by unit. Built on first use. */
  get facts(): Facts {
    this.#facts ??= this.#readAll();
    return this.#facts;
  }

  /** Facts of one unit (`unitHash`). Does not parse the lines of other units. */
  factsOf(unit: string): readonly Fact[] {
    if (this.#facts !== undefined || !this.isNormal) return this.facts.get(unit) ?? [];
    const lines = this.text.slice(...rangeOf(this, unit)).split('\n');
    return lines.slice(0, -1).map((line) => new LineFact(line));
  }

  /** Whether any unit has facts for a source text (`sourceHash`). */
  hasSource(source: string): boolean {
    this.#sources ??= new Set(
      this.starts.map((at) => this.text.slice(at + SOURCE, at + FIRST_TOKEN - 1)),
    );
    return this.#sources.has(source);
  }

  #readAll(): Facts {
    const earlier = this.#earlier;
    this.#earlier = undefined;
    const facts = new Map<string, Fact[]>();
    for (let i = 0; i < this.starts.length; i += 1) {
      const unit = unitAt(this, i);
      const fact = factOf(lineAt(this, i), unit, earlier);
      const known = facts.get(unit);
      if (known === undefined) facts.set(unit, [fact]);
      else known.push(fact);
    }
    return facts;
  }
}

const encoder = new TextEncoder();
const decoder = new TextDecoder();

function factOf(line: string, unit: string, earlier: Facts | undefined): Fact {
  if (earlier === undefined) return new LineFact(line);
  const same = earlier.get(unit)?.find((fact) => fact instanceof LineFact && fact.line === line);
  // A slice would keep the whole text of its lock in memory, once per parse. This copies.
  return same ?? new LineFact(decoder.decode(encoder.encode(line)));
}
