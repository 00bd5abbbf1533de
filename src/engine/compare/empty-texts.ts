import type { ResolvedCatalog } from '../../config/resolved.js';
import type { Document, Unit } from '../../model/index.js';
import { sourceHash } from '../../state/data.js';
import type { Fact } from '../../state/data.js';
import { knownTexts } from '../units/known-texts.js';
import type { SourceUnit } from '../units/source-units.js';
import type { EmptyTexts, KnownText } from '../units/types.js';
import { targetUnits } from './target-units.js';

export type EmptyMeaning = EmptyTexts['meaning'];

/** What a file shows of how its people leave texts empty. */
export interface EmptyEvidence {
  /** Source texts of the empty ones of which the lock knows nothing. */
  readonly empty: readonly string[];
  /** Texts that are filled. */
  readonly filled: number;
  /** Texts that are not in the file. */
  readonly absent: number;
  /** The lock knows texts of the file: an empty one that it does not know came since. */
  readonly isKnown: boolean;
}

const LETTER = /\p{L}/u;

/**
 * Whether empty texts of a file were left for later, or are what somebody wants. For later: nothing
 * is filled, they came with new keys, many are empty, or a few in a file that waits for more.
 * Sources without a letter (",") say nothing: their translation may well be empty. Pure.
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

/** Two words or more. Chinese, Japanese and Thai are written without spaces. */
function isPhrase(text: string): boolean {
  if (text.split(/\s+/).filter((word) => LETTER.test(word)).length > 1) return true;
  const unspaced = text.match(/[\p{sc=Han}\p{sc=Hiragana}\p{sc=Katakana}\p{sc=Thai}]/gu) ?? [];
  return unspaced.length > 4;
}

const NO_SOURCE = sourceHash('');

/** What the lock knows of a unit in one locale since its source has a text. */
export function filledTexts(facts: readonly Fact[], locale: string): readonly KnownText[] {
  return knownTexts(facts, locale).filter(({ source }) => source !== NO_SOURCE);
}

export interface EmptyContext {
  readonly mode: ResolvedCatalog['empty'];
  /** A unit of the file has a state and its source beside it. */
  readonly isBilingual: boolean;
  /** The file holds only what differs from another one: what is there is meant. */
  readonly isOverride: boolean;
  readonly document: Document | undefined;
  readonly expected: readonly SourceUnit[];
  readonly locale: string;
}

/** What empty texts of one target file mean. The file is looked through when it has one. */
export class EmptyJudge {
  readonly #context: EmptyContext;
  #ofFile: EmptyMeaning | undefined;
  #units = 0;

  constructor(context: EmptyContext) {
    this.#context = context;
  }

  /** True where an empty text is missing, whatever is known of it. */
  isOpen({ state }: Unit): boolean {
    const { mode, isBilingual } = this.#context;
    return mode === 'missing' || (isBilingual && state === 'initial');
  }

  /** What an empty text means of which the lock knows nothing. */
  meaningOf({ state }: Unit): EmptyMeaning {
    const { mode, isBilingual, isOverride } = this.#context;
    if (mode !== 'auto') return mode;
    if (isOverride) return 'intended';
    if (isBilingual) return state === undefined ? 'missing' : 'intended';
    this.#units += 1;
    return (this.#ofFile ??= meaningOfEmpty(evidenceOf(this.#context)));
  }

  /** What was decided by the file as a whole. */
  get decision(): EmptyTexts | undefined {
    return this.#ofFile && { meaning: this.#ofFile, units: this.#units };
  }
}

function evidenceOf({ document, expected, locale }: EmptyContext): EmptyEvidence {
  const present = targetUnits(document, Infinity);
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
