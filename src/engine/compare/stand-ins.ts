import { keyId } from '../../model/index.js';
import { isHuman } from '../../lock/index.js';
import type { TargetFile } from '../load/index.js';
import { knownTexts } from '../units/known-texts.js';
import type { SourceUnit } from '../units/source-units.js';

/**
 * Human plural forms that also serve for a form that the target leaves out. A machine-made form
 * does not: its other forms failed and are requested again.
 */
export class StandIns {
  readonly #target: Pick<TargetFile, 'document' | 'locale'>;
  readonly #expected: readonly SourceUnit[];
  /** By `keyId`; built for the first missing form. */
  #sources: ReadonlyMap<string, SourceUnit> | undefined;
  #filled: ReadonlySet<string> | undefined;

  constructor(target: Pick<TargetFile, 'document' | 'locale'>, expected: readonly SourceUnit[]) {
    this.#target = target;
    this.#expected = expected;
  }

  /** Whether a person wrote the form that stands in for this one. */
  serve({ expected: { standIn } }: SourceUnit): boolean {
    if (standIn === undefined) return false;
    const { document, locale } = this.#target;
    this.#filled ??= new Set(
      document?.units.filter(({ text }) => text !== '').map(({ key }) => keyId(key)),
    );
    const id = keyId(standIn);
    if (!this.#filled.has(id)) return false;
    this.#sources ??= new Map(this.#expected.map((source) => [source.keyId, source]));
    const facts = this.#sources.get(id)?.facts;
    return knownTexts(facts, locale).every(({ origin }) => isHuman(origin));
  }
}
