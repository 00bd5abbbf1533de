import { keyId } from '../../model/index.js';
import type { Key, MessageSyntax, PluralCategory } from '../../model/index.js';
import { sourceHash, unitHash } from '../../lock/index.js';
import type { Fact } from '../../lock/index.js';
import { createExpander, isCode, isPlain, withoutLayout } from '../../text/index.js';
import type { ExpectedUnit } from '../../text/index.js';
import type { SourceFile } from '../load/index.js';

/**
 * The recorded state of a unit that needs nothing and has no problems. current and edited: as in a
 * report · drifted: current, but made under other options than today's · uncounted: a number, an
 * empty text and the like, which reports do not count.
 */
export type QuietState = 'current' | 'edited' | 'drifted' | 'uncounted';

/** What all units of one source file share. */
interface SourceFileContext {
  readonly path: string;
  readonly foldsLines: boolean;
  readonly factsOf: SourceContext['factsOf'];
  readonly hasSource: SourceContext['hasSource'];
}

/** A source unit: what is the same for every target. */
export class SourceUnit {
  readonly expected: ExpectedUnit;
  /** `keyId` of its key. */
  readonly keyId: string;
  /** Whether it is copied: excluded by config or file, empty, or not a text for people. */
  readonly copied: boolean;
  readonly #file: SourceFileContext;
  // Hashed on first use: a first sync needs no hash before its requests are under way.
  #id: string | undefined;
  #lockText: string | undefined;
  #sourceHash: string | undefined;
  #facts: readonly Fact[] | undefined;
  #plain: boolean | undefined;
  #remembered: RememberedUnit | undefined;

  constructor(expected: ExpectedUnit, file: SourceFileContext, copied: boolean) {
    this.expected = expected;
    this.keyId = keyId(expected.key);
    this.copied = copied;
    this.#file = file;
  }

  /** `isPlain` of its text. */
  get plain(): boolean {
    return (this.#plain ??= isPlain(this.expected.text));
  }

  /** `unitHash`: identity in the lock. */
  get id(): string {
    return (this.#id ??= this.remembered?.id ?? unitHash(this.#file.path, this.expected.key));
  }

  /**
   * Its text as the lock knows it: without white space that only lays it out. Locks of earlier
   * versions know a text as it is, and are not rewritten.
   */
  get lockText(): string {
    return (this.#lockText ??= this.#findLockText());
  }

  /** `sourceHash` of its `lockText`. */
  get sourceHash(): string {
    if (this.#sourceHash !== undefined) return this.#sourceHash;
    const { lockText } = this;
    const known = lockText === this.expected.text ? this.remembered?.sourceHash : undefined;
    return (this.#sourceHash = known ?? sourceHash(lockText));
  }

  #findLockText(): string {
    const { text } = this.expected;
    // A copy follows its source to the last blank.
    const seen = this.copied ? text : withoutLayout(text, this.#file.foldsLines);
    if (seen === text || !this.#file.hasSource(sourceHash(text))) return seen;
    const own = sourceHash(seen);
    return this.facts.some(({ source }) => source === own) ? seen : text;
  }

  /** All of its facts in the lock. */
  get facts(): readonly Fact[] {
    return (this.#facts ??= this.#file.factsOf(this.id));
  }

  /** Everything that determines what is done with it. */
  get content(): string {
    const { unit, text, plural, note = '', syntax = '' } = this.expected;
    const { maxLength = '', inline = '' } = unit;
    const rest = `${unit.kind}\0${note}\0${maxLength}\0${inline}\0${plural?.category ?? ''}${syntax}`;
    return `${this.copied}\0${this.keyId}\0${text}\0${rest}`;
  }

  /** Its record of an earlier run; undefined if its key or text is new. */
  get remembered(): RememberedUnit | undefined {
    return this.#remembered;
  }

  /**
   * Sets the record. The first call wins: targets with other plural forms have it in other lists.
   */
  remember(known: RememberedUnit | undefined): void {
    this.#remembered ??= known;
  }
}

/** A unit's identity in the lock, and the hash of today's source text. */
export interface UnitIdentity {
  /** `unitHash`. */
  readonly id: string;
  readonly sourceHash: string;
}

/** A unit of a source file as recorded by an earlier run. */
export interface RememberedUnit extends UnitIdentity {
  /** Hash of its `content`, 8 characters. */
  readonly digest: string;
  /** Index of its table, and its index in the table. */
  readonly table: number;
  readonly index: number;
}

/** Records of units in order; undefined for new units. */
export type RememberedList = readonly (RememberedUnit | undefined)[];

export interface SourceContext {
  readonly factsOf: (id: string) => readonly Fact[];
  /** Whether the lock has facts for a source text (`sourceHash`). */
  readonly hasSource: (source: string) => boolean;
  /** BCP 47 tag. */
  readonly language: string;
  /** Looks up the records of the file's units; undefined: there are none. */
  readonly recall: ((units: readonly SourceUnit[]) => RememberedList) | undefined;
  readonly isExcluded: (key: Key) => boolean;
}

/**
 * The units of one source file, created once for all targets. Plural forms depend on the language,
 * so they are not shared.
 */
export class SourceUnits {
  readonly #file: SourceFileContext;
  readonly #context: SourceContext;
  readonly #syntax: MessageSyntax;
  readonly #expand: ReturnType<typeof createExpander>;
  /** Those of the first target. */
  #first:
    | { readonly expected: readonly ExpectedUnit[]; readonly units: readonly SourceUnit[] }
    | undefined;
  #known: Map<ExpectedUnit, SourceUnit> | undefined;

  constructor(file: SourceFile, context: SourceContext) {
    const { path, document, syntax, exceptions, capabilities } = file;
    const { factsOf, hasSource } = context;
    this.#file = { path, foldsLines: capabilities.foldsLines === true, factsOf, hasSource };
    this.#context = context;
    this.#syntax = syntax;
    this.#expand = createExpander(document.units, {
      ...{ syntax, exceptions, pluralLibrary: capabilities.pluralLibrary },
      source: context.language,
    });
  }

  /**
   * The units that a target (BCP 47) should have, in source order.
   * @param forms plural forms that the target file has room for; default: those of its language
   */
  expectedIn(target: string, forms?: readonly PluralCategory[]): readonly SourceUnit[] {
    const expected = this.#expand(target, forms);
    if (this.#first === undefined) {
      const units = expected.map((one) => this.#make(one));
      this.#first = { expected, units };
      return this.#withRemembered(units);
    }
    const { units } = this.#first;
    if (expected === this.#first.expected) return units;
    const known = (this.#known ??= new Map(units.map((unit) => [unit.expected, unit])));
    return this.#withRemembered(expected.map((one) => known.get(one) ?? this.#make(one)));
  }

  #withRemembered(units: readonly SourceUnit[]): readonly SourceUnit[] {
    const known = this.#context.recall?.(units);
    if (known !== undefined) units.forEach((unit, at) => unit.remember(known[at]));
    return units;
  }

  #make(expected: ExpectedUnit): SourceUnit {
    const { unit, text, key } = expected;
    const copied =
      unit.kind === 'raw' ||
      text === '' ||
      unit.translate === false ||
      this.#context.isExcluded(key) ||
      isCode(key, text, expected.syntax ?? this.#syntax);
    return new SourceUnit(expected, this.#file, copied);
  }
}

/**
 * Identity shared by the forms of a plural, if the format marks plurals; undefined for other units.
 */
export function pluralOf({ expected: { key, unit } }: SourceUnit): string | undefined {
  return unit.plural === undefined ? undefined : keyId(key.slice(0, -1));
}
