/** Origin of an accepted or adopted human text. */
export const ADOPTED = '==';
/** Origin of a human text whose source has changed: it stays and waits for review. */
export const REVIEW = '??';
/**
 * Origin of a machine text that could only be translated in pieces, or is too long: it waits for
 * review, and is translated again if its source changes.
 */
export const PIECED = '~~';
/** Origin of a human text that replaced another text of the same source. */
export const EDITED = '!!';
/** Origin of a copy of the source: not a text, or excluded by the config or the file. */
export const COPIED = 'cp';

/** Whether a text waits for review, human or not. */
export function isForReview(origin: string): boolean {
  return origin === REVIEW || origin === PIECED;
}

/** Whether a text is human: it is replaced only on request. */
export function isHuman(origin: string): boolean {
  return origin === ADOPTED || origin === REVIEW || origin === EDITED;
}
