import type { Syntax } from './syntax.js';

/**
 * Paraglide: `{name}`, `{#bold}…{/bold}`, `\{` for a brace; plurals are keys of `match`. Detected
 * only by the shape of a file.
 */
export const inlang: Syntax = {
  codes: [
    String.raw`\\[{}\\]`,
    String.raw`\{[#/](?:[^{}|\n]|\|[^|\n]{0,200}\|){1,200}\}`,
    String.raw`\{[^{}\n]{1,200}\}`,
  ],
};
