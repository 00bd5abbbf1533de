import type { ResolvedCatalog } from '../../config/index.js';
import type { Document, Unit } from '../../model/index.js';
import { sourceHash } from '../../lock/index.js';
import type { Fact } from '../../lock/index.js';
import { knownTexts } from '../units/known-texts.js';
import type { SourceUnit } from '../units/source-units.js';
import type { EmptyTexts, KnownText } from '../units/row.js';
import { TargetUnits } from './target-units.js';

export type EmptyMeaning = EmptyTexts['meaning'];

/** Evidence of how people use empty texts in a file. */
export interface EmptyEvidence {
  /** Source texts of empty texts that are not in the lock. */
  readonly empty: readonly string[];
  /** Number of filled texts. */
  readonly filled: number;
  /** Number of texts that are not in the file. */
  readonly absent: number;
  /**
   * Whether the lock has texts of the file: then an empty text that it does not have was added
   * later.
   */
  readonly isKnown: boolean;
}

const LETTER = /\p{L}/u;

/**
 * Whether empty texts of a file are still to be filled ('missing') or intended. Missing if nothing
 * is filled, if they came with new keys, if many are empty, or if a few are in a file that also
 * lacks units. Sources without a letter (",") are ignored: their translation may well be empty.
 * Pure.
 */
export function meaningOfEmpty({ empty, filled, absent, isKnown }: EmptyEvidence): EmptyMeaning {
  const words = empty.filter((text) => LETTER.test(text));
  const phrases = words.filter(isPhrase).length;
  const count = words.length;
  if (count === 0) return 'intended';
  if (filled === 0 || isKnown || phrases >= 3) return 'missing';
  const share = count / (count + filled);
  if ((count >= 2 && share >= 0.2) || (count >= 3 && share >= 0.05)) return 'missing';
  const isUnfinished = absent > 0.1 * (absent + count + filled);
  return isUnfinished && (count >= 2 || phrases > 0) ? 'missing' : 'intended';
}

/** Whether a text has at least two words. Chinese, Japanese and Thai are written without spaces. */
function isPhrase(text: string): boolean {
  if (text.split(/\s+/).filter((word) => LETTER.test(word)).length > 1) return true;
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu) ?? [];
  return unspaced.length > 4;
}

const NO_SOURCE = sourceHash('');

/** Facts of a unit in one locale that were recorded for an actual source text. */
export function filledTexts(facts: readonly Fact[], locale: string): readonly KnownText[] {
  return knownTexts(facts, locale).filter(({ source }) => source !== NO_SOURCE);
}

export interface EmptyContext {
  readonly mode: ResolvedCatalog['empty'];
  /** Whether units of the file format have a state and contain their source. */
  readonly isBilingual: boolean;
  /**
   * Whether the file holds only differences from another one: then everything in it is intended.
   */
  readonly isOverride: boolean;
  readonly document: Document | undefined;
  readonly expected: readonly SourceUnit[];
  readonly locale: string;
}

/**
 * Decides what empty texts of a target file mean. Reads the file's units only if it has an empty
 * text.
 */
export class EmptyJudge {
  readonly #context: EmptyContext;
  #ofFile: EmptyMeaning | undefined;
  #units = 0;

  constructor(context: EmptyContext) {
    this.#context = context;
  }

  /** Whether an empty text counts as missing regardless of the lock. */
  isOpen({ state }: Unit): boolean {
    const { mode, isBilingual } = this.#context;
    return mode === 'missing' || (isBilingual && state === 'initial');
  }

  /** The meaning of an empty text that is not in the lock. */
  meaningOf({ state }: Unit): EmptyMeaning {
    const { mode, isBilingual, isOverride } = this.#context;
    if (mode !== 'auto') return mode;
    if (isOverride) return 'intended';
    if (isBilingual) return state === undefined ? 'missing' : 'intended';
    this.#units += 1;
    return (this.#ofFile ??= meaningOfEmpty(evidenceOf(this.#context)));
  }

  /** The decision, if it was made for the file as a whole. */
  get decision(): EmptyTexts | undefined {
    return this.#ofFile && { meaning: this.#ofFile, units: this.#units };
  }
}

function evidenceOf({ document, expected, locale }: EmptyContext): EmptyEvidence {
  const present = new TargetUnits(document?.units ?? []);
  const empty: string[] = [];
  let filled = 0;
  let absent = 0;
  let isKnown = false;
  for (const source of expected) {
    const unit = present.take(source);
    if (source.copied) continue;
    if (unit?.kind !== 'text') absent += 1;
    else if (unit.text !== '') {
      filled += 1;
      isKnown ||= knownTexts(source.facts, locale).length > 0;
    } else if (filledTexts(source.facts, locale).length === 0) empty.push(source.expected.text);
  }
  return { empty, filled, absent, isKnown };
}
