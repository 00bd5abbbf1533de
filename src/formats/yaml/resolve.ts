/** Plain scalars that are not strings in YAML 1.2's core schema. */
const CORE =
  /^(?:~|null|Null|NULL|true|True|TRUE|false|False|FALSE|[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+|[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?|[-+]?\.(?:inf|Inf|INF)|\.(?:nan|NaN|NAN))?$/;

/**
 * Plain scalars that some reader in use does not take for a string: YAML 1.1's booleans, octals,
 * binaries, sexagesimals, dates, underscores and (Ruby) commas in numbers, the merge and value
 * keys, in any case.
 */
const OTHER = [
  /^(?:~|null|true|false|yes|no|on|off|y|n|=|<<)?$/i,
  /^[-+]?(?:0b[01_]+|0x[0-9a-f_]+|0o?[0-7_]+|[0-9][0-9_,]*)$/i,
  /^(?=.*[0-9.])[-+]?[0-9_,]*(?:\.[0-9_]*)?(?:e[-+]?[0-9]+)?$/i,
  /^[-+]?\.(?:inf|nan)$/i,
  /^[-+]?[0-9][0-9_]*(?::[0-5]?[0-9])+(?:\.[0-9_]*)?$/,
  /^-?[0-9]{4}-[0-9]{1,2}-[0-9]{1,2}(?:[Tt \t][-+:.0-9TtZz \t]*)?$/,
];

/** Whether some YAML reader does not take plain text for a string. */
export function readsAsOther(text: string): boolean {
  return OTHER.some((pattern) => pattern.test(text));
}

/**
 * A Ruby symbol: an option (`order: [:year, :month]`) or, in a Rails catalog, a link to another
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
 * Whether a scalar is a number, boolean, null or Ruby symbol, by its tag or as a YAML 1.2 reader
 * resolves it.
 */
export function isRaw({ value, plain, tag, yaml11 }: ScalarFacts): boolean {
  if (tag !== undefined) return NOT_TEXT.has(tag);
  if (!plain) return false;
  return SYMBOL.test(value) || (yaml11 ? readsAsOther(value) : CORE.test(value));
}
