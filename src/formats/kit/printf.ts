/** Conversions of printf, and variables of Apple's plural rules. */
const CODE = /%[\d$.]*#@[^@]*@|%(?:\d+\$)?[-+#0 ]*[\d.]*(?:arg|(?:hh|ll|[hlqLzjt])?[@a-zA-Z%])/g;

/** Whether a text contains anything besides placeholders. */
export function hasWords(text: string): boolean {
  return /\p{L}/u.test(text.includes('%') ? text.replace(CODE, '') : text);
}
