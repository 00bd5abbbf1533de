/** What a plain scalar is to YAML 1.2's core schema: not a string. */
const CORE =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))?$/;

/**
 * What any reader in use takes for something else: YAML 1.1's booleans, octals, binaries,
 * sexagesimals, dates, underscores and (Ruby) commas in numbers, the merge and value keys, in any
 * case.
 */
const OTHER = [
  /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<)?$/i,
  /^[-+]?(?:0b[01_]+|0x[0-9a-f_]+|0o?[0-7_]+|[0-9][0-9_,]*)$/i,
  /^(?=.*[0-9.])[-+]?[0-9_,]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?$/i,
  /^[-+]?\.(?:inf|nan)$/i,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/,
  /^-?[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t][-+:.0-9TtZz \t]*)?$/,
];

/** True for plain text that some YAML reader does not take for a string. */
export function readsAsOther(text: string): boolean {
  return OTHER.some((pattern) => pattern.test(text));
}

/**
 * A symbol of Ruby: an option (`order: [:year, :month]`) or, in a Rails catalog, a link to another
 * key.
 */
const SYMBOL = /^:(?:[\p{L}_][\p{L}\p{N}_]*(?:\.[\p{L}\p{N}_]+)*[?!=]?|"[^"\s]+"|'[^'\s]+')$/u;

const NOT_TEXT = new Set([
  ...['null', 'bool', 'int', 'float', 'binary', 'timestamp'].map(
    (name) => `tag:yaml.org,2002:${name}`,
  ),
  ...['!ruby/symbol', '!ruby/sym'],
]);

export interface ScalarFacts {
  readonly value: string;
  readonly plain: boolean;
  readonly tag: string | undefined;
  readonly yaml11: boolean;
}

/**
 * True for a number, boolean, null or symbol of Ruby, by its tag or as a YAML 1.2 reader resolves
 * it.
 */
export function isRaw({ value, plain, tag, yaml11 }: ScalarFacts): boolean {
  if (tag !== undefined) return NOT_TEXT.has(tag);
  if (!plain) return false;
  return SYMBOL.test(value) || (yaml11 ? readsAsOther(value) : CORE.test(value));
}
