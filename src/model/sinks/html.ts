import { escapeOf, UNSAFE_IN_LINES } from './characters.js';

const IN_TEXT = new RegExp(UNSAFE_IN_LINES, 'gu');

const ENTITIES: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};

/** A text for `textContent`, where markup has no meaning: invisible characters are made visible. */
export function pageText(text: string): string {
  return text.replace(IN_TEXT, escapeOf);
}

/** A text for HTML source: between tags or in a quoted attribute. */
export function htmlText(text: string): string {
  return pageText(text).replace(/[&<>"']/g, (character) => ENTITIES[character] ?? character);
}
