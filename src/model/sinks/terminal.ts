import {
  COLOR,
  escapeOf,
  UNSAFE,
  UNSAFE_IN_LINES,
  withoutCommands,
  withoutMarkers,
} from './characters.js';
import { withoutSecrets } from './secrets.js';

const IN_A_LINE = new RegExp(UNSAFE, 'gu');
const IN_LINES = new RegExp(UNSAFE_IN_LINES, 'gu');
const IN_COLORED_LINES = new RegExp(`(${COLOR})|${UNSAFE_IN_LINES}`, 'gu');

/**
 * An untrusted value as part of a line, for terminals and logs, in at most `longest` UTF-16 units.
 * Names, keys, texts and answers of services may contain anything. Line ends, other control
 * characters and bidi marks are escaped: `\n`, `\u001b`. Secrets are masked before the text is cut.
 */
export function oneLine(text: string, longest = 300): string {
  const line = withoutMarkers(withoutSecrets(text).replace(IN_A_LINE, escapeOf));
  if (line.length <= longest) return line;
  return `${line.slice(0, longest - 1).replace(/[\ud800-\udbff]$/, '')}…`;
}

/**
 * Whole lines for a terminal or a log. They show no secret and cannot control the terminal, and no CI
 * system reads a command from them. Line feeds and tabs stay. With `colors`, colour codes stay too, so values in
 * coloured lines must go through `oneLine` first.
 */
export function terminalText(
  text: string,
  { colors = false }: { readonly colors?: boolean } = {},
): string {
  const safe = withoutSecrets(text);
  const lines = colors
    ? safe.replace(IN_COLORED_LINES, (found, color?: string) => color ?? escapeOf(found))
    : safe.replace(IN_LINES, escapeOf);
  return withoutCommands(lines);
}
