/** Prefix in hashes of adjacent texts that may be the names of a key. */
export const RUN = '\u0002';

const NO_NAME = /[^\p{L}\p{N}]+/gu;

/** `errors.not_found` → `.errors.not.found.`: the words of a key, whatever separates them. */
export function namesOf(text: string): string {
  return `.${text.replace(NO_NAME, '.')}.`.replace(/^\.\.|\.\.$/g, '.');
}

/** Whether a key contains names in this order; all in the form of `namesOf`. */
export function holdsNames(names: string, wanted: readonly string[]): boolean {
  let at = 0;
  for (const name of wanted) {
    const found = names.indexOf(name, at);
    if (found === -1) return false;
    // The dot after it is also the one before the next name.
    at = found + name.length - 1;
  }
  return true;
}
