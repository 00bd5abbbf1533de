/** Messages of the parser, and our wording with what was expected. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^Missing closing (["'])quote$/, 'The quoted text is never closed; expected $1'],
  [/^Tabs are not allowed as indentation$/, '$&; expected spaces'],
  [
    /^Implicit map keys need to be followed by map values$/,
    'A line without a value; expected ":" after a key, or more indentation for a continued text',
  ],
  [
    /^Implicit keys .*need to be on a single line$/,
    'A text of several lines where a key was expected; expected ":" on its first line',
  ],
  [
    /^All (.*) items must start at the same column$/,
    'The indentation differs from the $1 above; expected the same column',
  ],
  [
    /^Nested mappings are not allowed in compact mappings$/,
    'A second ":" on one line; expected quotes around a text that contains ": "',
  ],
  [
    /^Invalid escape sequence .*$/s,
    '$&; expected a YAML escape such as \\n or \\u00e9, or \\\\ for a backslash',
  ],
  [/^Plain value cannot start with .*$/s, '$&; expected quotes around the text'],
  [/^Missing (.*)$/s, 'Expected $1'],
  [/^Unexpected (?:\S*scalar) at node end$/, 'Text after a value; expected the end of the line'],
  [
    /^Unexpected (.*) at node end$/,
    'Unexpected $1 after a value; expected the end of the line, or quotes around the text',
  ],
  [
    /^Comments must be separated .*$/,
    'A # directly after a value; expected a space before a comment, or quotes around the text',
  ],
];

/** A parser message as a sentence that states what was expected. */
export function explain(message: string): string {
  const said = message.trim();
  const [pattern, words] = WORDS.find(([one]) => one.test(said)) ?? [/^/, ''];
  const text = said.replace(pattern, words);
  return text.endsWith('.') ? text : `${text}.`;
}
