/** Messages of the parser, and our wording with what was expected. */
const WORDS: readonly (readonly [RegExp, string])[] = [
  [/^Missing closing (["'])quote$/, 'Expected a $1 that closes the text in quotes'],
  [/^Tabs are not allowed as indentation$/, '$&; expected spaces'],
  [
    /^Implicit map keys need to be followed by map values$/,
    'A line that is no value; expected ":" behind a key, or more indentation for text that goes on',
  ],
  [
    /^Implicit keys .*need to be on a single line$/,
    'A text over several lines where a key is due; expected ":" in its first line',
  ],
  [
    /^All (.*) items must start at the same column$/,
    'Another indentation than that of the $1 above; expected the same column',
  ],
  [
    /^Nested mappings are not allowed in compact mappings$/,
    'A second ":" in one line; expected quotes around a text that holds ": "',
  ],
  [
    /^Invalid escape sequence .*$/s,
    '$&; expected one of YAML such as \\n or \\u00e9, or \\\\ for a backslash',
  ],
  [/^Plain value cannot start with .*$/s, '$&; expected quotes around the text'],
  [/^Missing (.*)$/s, 'Expected $1'],
  [/^Unexpected (?:\S*scalar) at node end$/, 'Text behind a value; expected the end of its line'],
  [
    /^Unexpected (.*) at node end$/,
    'Unexpected $1 behind a value; expected the end of its line, or quotes around the text',
  ],
  [
    /^Comments must be separated .*$/,
    'A # right behind a value; expected a space before a comment, or quotes around the text',
  ],
];

/** A parser message as a sentence that states what was expected. */
export function explain(message: string): string {
  const said = message.trim();
  const [pattern, words] = WORDS.find(([one]) => one.test(said)) ?? [/^/, ''];
  const text = said.replace(pattern, words);
  return text.endsWith('.') ? text : `${text}.`;
}
