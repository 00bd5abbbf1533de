import { keyId } from '../../model/index.js';
import type { Key } from '../../model/index.js';
import { sourceHash, unitHash } from '../../state/index.js';
import type { Fact, Facts } from '../../state/index.js';
import { createExpander, isPlain } from '../../text/index.js';
import type { ExpectedUnit } from '../../text/index.js';
import type { SourceFile } from '../load/index.js';

/** What of a unit is the same in every target. */
export class SourceUnit {
  readonly expected: ExpectedUnit;
  /** `keyId` of its key. */
  readonly keyId: string;
  /** All that the lock says of it. */
  readonly facts: readonly Fact[];
  /** Excluded by config or file, empty, or not a text. */
  readonly copied: boolean;
  /** `isPlain` of its text. */
  readonly plain: boolean;
  /** Of the source file. */
  readonly #path: string;
  // Hashed when first asked for: nothing of a first sync is, before its requests are under way.
  #id: string | undefined;
  #sourceHash: string | undefined;

  constructor(
    expected: ExpectedUnit,
    {
      path,
      copied,
      facts,
    }: { readonly path: string; readonly copied: boolean; readonly facts: Facts },
  ) {
    this.expected = expected;
    this.keyId = keyId(expected.key);
    this.copied = copied;
    this.plain = isPlain(expected.text);
    this.#path = path;
    this.facts = facts.size === 0 ? NOTHING : (facts.get(this.id) ?? NOTHING);
  }

  /** `unitHash`: identity in the lock. */
  get id(): string {
    return (this.#id ??= unitHash(this.#path, this.expected.key));
  }

  /** `sourceHash` of its text. */
  get sourceHash(): string {
    return (this.#sourceHash ??= sourceHash(this.expected.text));
  }
}

export interface SourceContext {
  /** BCP 47. */
  readonly language: string;
  readonly facts: Facts;
  readonly isExcluded: (key: Key) => boolean;
}

const NOTHING: readonly Fact[] = [];

interface Expected {
  readonly expected: readonly ExpectedUnit[];
  readonly units: readonly SourceUnit[];
}

/** The units of one source file, each looked at once for all targets; plural forms differ, so they are not shared. */
export class SourceUnits {
  readonly #path: string;
  readonly #context: SourceContext;
  readonly #expand: (target: string) => readonly ExpectedUnit[];
  #first: Expected | undefined;
  #known: Map<ExpectedUnit, SourceUnit> | undefined;

  constructor({ path, document, syntax }: SourceFile, context: SourceContext) {
    this.#path = path;
    this.#context = context;
    this.#expand = createExpander(document.units, { syntax, source: context.language });
  }

  /** What a target (BCP 47) should have, in source order. */
  expectedIn(target: string): readonly SourceUnit[] {
    const expected = this.#expand(target);
    if (this.#first === undefined) {
      const units = expected.map((one) => this.#make(one));
      this.#first = { expected, units };
      return units;
    }
    const { units } = this.#first;
    if (expected === this.#first.expected) return units;
    const known = (this.#known ??= new Map(units.map((unit) => [unit.expected, unit])));
    return expected.map((one) => known.get(one) ?? this.#make(one));
  }

  #make(expected: ExpectedUnit): SourceUnit {
    const { unit, text, key } = expected;
    const { facts, isExcluded } = this.#context;
    const copied =
      unit.kind === 'raw' || text === '' || unit.translate === false || isExcluded(key);
    return new SourceUnit(expected, { path: this.#path, copied, facts });
  }
}
