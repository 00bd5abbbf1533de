/** Origin of a text that a person wrote, or that was there before the tool was used. */
export const ADOPTED = '==';
/** Origin of a person's text whose source has changed: it stays, and waits for review. */
export const REVIEW = '??';
/**
 * Origin of a machine's text that only came through cut apart: it waits for review like a person's
 * whose source has changed, and is translated again once its source changes.
 */
export const PIECED = '~~';
/** Origin of a text with which a person replaced one that the lock knew for the same source. */
export const EDITED = '!!';
/** Origin of a copy of the source: not a text, or a text that the config or the file excludes. */
export const COPIED = 'cp';

/** True for a text that waits for review, whoever wrote it. */
export function isForReview(origin: string): boolean {
  return origin === REVIEW || origin === PIECED;
}

/** True for a person's text: it is only replaced when the user asks for it. */
export function isHuman(origin: string): boolean {
  return origin === ADOPTED || origin === REVIEW || origin === EDITED;
}
