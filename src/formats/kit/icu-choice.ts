/** The start of an ICU plural or select, which has as many arms as the language has forms. */
export const ICU_CHOICE = /\{\s*[\w.-]+\s*,\s*(?:plural|selectordinal|select)\s*,/;
