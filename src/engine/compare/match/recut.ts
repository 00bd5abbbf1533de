import type { Pieces, Unit } from '../../../model/index.js';
import { ADOPTED, isHuman, sourceHash, targetHash, unitHash } from '../../../lock/index.js';
import type { Fact } from '../../../lock/index.js';
import type { KnownText } from '../../units/row.js';
import { knownTexts } from '../../units/known-texts.js';

interface Where {
  readonly factsOf: (id: string) => readonly Fact[];
  /** Path of the source file. */
  readonly path: string;
  readonly locale: string;
}

/**
 * Origins of texts that were split differently when the lock was written. Adding or removing a full
 * stop joins or splits cues of subtitles, and the lock has no facts about half of a text or two
 * joined texts.
 */
export class RecutTexts {
  readonly #pieces: Pieces;
  readonly #where: Where;
  /** By piece: the origin of the text that it was part of. Built for the first unknown text. */
  #origins: ReadonlyMap<number, string> | undefined;

  constructor(pieces: Pieces, where: Where) {
    this.#pieces = pieces;
    this.#where = where;
  }

  /**
   * A fact for a unit assembled from pieces of texts that the lock has for other units; undefined
   * if a piece is new.
   */
  find(unit: Unit): KnownText | undefined {
    this.#origins ??= this.#readOrigins();
    if (this.#origins.size === 0) return undefined;
    const origins = this.#pieces.of(unit).map((piece) => this.#origins?.get(piece));
    const [first] = origins;
    if (first === undefined || origins.includes(undefined)) return undefined;
    const isOfPerson = origins.some((origin) => origin !== undefined && isHuman(origin));
    return {
      // No text has this source hash, so a half is never taken for a translation of the whole.
      source: sourceHash(''),
      hash: targetHash(unit.text),
      origin: isOfPerson ? ADOPTED : first,
    };
  }

  #readOrigins(): ReadonlyMap<number, string> {
    const { factsOf, path, locale } = this.#where;
    const pieces = this.#pieces;
    const origins = new Map<number, string>();
    for (let from = 0; from < pieces.count; from += 1) {
      const known = knownTexts(factsOf(unitHash(path, pieces.keyAt(from))), locale);
      if (known.length === 0) continue;
      const end = Math.min(from + pieces.most, pieces.count);
      for (let to = from; to < end; to += 1) {
        const hash = targetHash(pieces.textOf(from, to));
        const fact = known.find((one) => one.hash === hash);
        if (fact === undefined) continue;
        for (let piece = from; piece <= to; piece += 1) {
          const other = origins.get(piece);
          if (other === undefined || !isHuman(other)) origins.set(piece, fact.origin);
        }
        break;
      }
    }
    return origins;
  }
}
