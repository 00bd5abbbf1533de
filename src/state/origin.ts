/** Origin of a text that a person wrote, or that was there before the tool. */
export const ADOPTED = '==';
/** Origin of a person's text whose source changed: it stays, and waits for review. */
export const REVIEW = '??';
/** Origin of a text that a person wrote over another that the lock knew for the same source. */
export const EDITED = '!!';
/**
 * Origin of a copy of its source: a value that is no text, or a text that config or file excludes.
 */
export const COPIED = 'cp';

/** True for a text of a person: it is never replaced unless someone asks for that. */
export function isHuman(origin: string): boolean {
  return origin === ADOPTED || origin === REVIEW || origin === EDITED;
}
