/** Before names that begin a key: texts that stand side by side, and may be put together. */
export const RUN = '\u0002';

const NO_NAME = /[^\p{L}\p{N}]+/gu;

/** `.errors.not.found.` of `errors.not_found`: what a key is made of, whatever parts it. */
export function namesOf(text: string): string {
  return `.${text.replace(NO_NAME, '.')}.`.replace(/^\.\.|\.\.$/g, '.');
}

/** Whether names are among those of a key, in their order; each as `namesOf` gives it. */
export function holdsNames(names: string, wanted: readonly string[]): boolean {
  let at = 0;
  for (const name of wanted) {
    const found = names.indexOf(name, at);
    if (found === -1) return false;
    // The dot behind it is the one before the next.
    at = found + name.length - 1;
  }
  return true;
}
