/** Where an ICU plural or select begins: its arms are as many as the language has forms. */
export const ICU_CHOICE = /\{\s*[\w.-]+\s*,\s*(?:plural|selectordinal|select)\s*,/;
