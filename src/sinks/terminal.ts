import {
  COLOR,
  escapeOf,
  UNSAFE,
  UNSAFE_IN_LINES,
  withoutCommands,
  withoutMarkers,
} from './characters.js';

const IN_A_LINE = new RegExp(UNSAFE, 'gu');
const IN_LINES = new RegExp(UNSAFE_IN_LINES, 'gu');
const IN_COLORED_LINES = new RegExp(`(${COLOR})|${UNSAFE_IN_LINES}`, 'gu');

/**
 * A value from outside as a part of a line of at most `longest` UTF-16 units, for terminals and
 * logs: names, keys, texts and answers of services may hold anything. Line ends, other control
 * characters and marks that change the text direction become visible: `\n`, `\u001b`.
 */
export function oneLine(text: string, longest = 300): string {
  const line = withoutMarkers(text.replace(IN_A_LINE, escapeOf));
  if (line.length <= longest) return line;
  return `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * Whole lines for a terminal or a log. They cannot steer the terminal, and no CI system reads a
 * command from them. Line feeds and tabs stay; so do colours where `colors` is set, so that values
 * in coloured lines go through `oneLine` first.
 */
export function terminalText(
  text: string,
  { colors = false }: { readonly colors?: boolean } = {},
): string {
  const lines = colors
    ? text.replace(IN_COLORED_LINES, (found, color?: string) => color ?? escapeOf(found))
    : text.replace(IN_LINES, escapeOf);
  return withoutCommands(lines);
}
