// Texts that try to control what prints them, and checkers that tell whether they succeeded.

const range = (from: number, to: number): string[] =>
  Array.from({ length: to - from + 1 }, (_, i) => String.fromCharCode(from + i));

/** Control characters, bidi and zero-width characters, line ends, lone surrogates. */
export const CHARACTERS: readonly string[] = [
  ...range(0x00, 0x1f),
  ...range(0x7f, 0x9f),
  ...range(0x202a, 0x202e),
  ...range(0x2066, 0x2069),
  '\u200b',
  '\u2060',
  '\ufeff',
  '\u2028',
  '\u2029',
  '\ud83d',
  '\udc69',
];

/** Commands of GitHub Actions, including internal ones, and of CI systems with the same syntax. */
export const COMMANDS: readonly string[] = [
  ...['add-mask', 'add-matcher', 'add-path', 'debug', 'echo', 'endgroup', 'error', 'group'].map(
    (name) => `::${name}::x`,
  ),
  ...['notice', 'remove-matcher', 'resume', 'stop-commands', 'warning'].map(
    (name) => `::${name}::x`,
  ),
  ...['internal-set-repo-path', 'save-state', 'set-env', 'set-output'].map(
    (name) => `::${name} name=a,path=b::x`,
  ),
  ...['add-mask', 'command', 'debug', 'endgroup', 'error', 'group', 'section', 'warning'].map(
    (name) => `##[${name}]x`,
  ),
  '###[error]x',
  '#\u200d#\u00ad[error]x',
  ':\u200b:error::x',
  '##[set-env name=a]x',
  '##vso[task.setvariable variable=a]x',
  "##teamcity[buildStatus text='x']",
];

/** What may precede a command: GitHub trims white space and, by culture, invisible characters. */
export const BEFORE: readonly string[] = [
  ...[
    '',
    ' ',
    '\t',
    '\u00a0',
    '\u3000',
    '\ufeff',
    '\u200b',
    '\u00ad',
    '\u180e',
    '\ufff9',
    ' \u200d ',
  ],
  ...['x\n', 'x\r', 'x\r\n', 'x\u0085', 'x\u2028', 'x\n \t', 'x\u001b[0m\n', '\u001b[1m'],
];

/**
 * The commands that GitHub's runner finds in a log: at the start of a line after white space
 * (`::name::`), or anywhere in it (`##[name]`). Characters without a glyph and colours are removed
 * first, because a runner may skip them.
 */
export function commandsIn(log: string): string[] {
  return log
    .replace(/\u001b\[[\d;]*m/g, '')
    .split(/\r\n|[\n\r\u0085\u2028\u2029]/)
    .map((line) => line.replace(/[\p{Cc}\p{Cf}\p{DI}]/gu, '').trimStart())
    .flatMap((line) => {
      const anywhere = /##(?:vso|teamcity)?\[.*/i.exec(line)?.[0];
      return line.startsWith('::') ? [line] : (anywhere ?? []);
    });
}

/** Characters that would control a terminal, except line feeds, and colours if allowed. */
export function steeringIn(
  output: string,
  { colors = false }: { readonly colors?: boolean } = {},
): string[] {
  const lines = output.replaceAll('\n', '');
  const plain = colors ? lines.replace(/\u001b\[(?:[0-9]|[1-4][0-9])m/g, '') : lines;
  return CHARACTERS.filter((character) =>
    /\p{Cs}/u.test(character) ? /\p{Cs}/u.test(plain) : plain.includes(character),
  );
}
