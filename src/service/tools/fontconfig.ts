import { runTool, ToolError, type Tool } from './tool.js';

const drawn = /[\p{L}\p{N}]/gu;

/**
 * Refuses letters that no font has, because LibreOffice silently draws a box for each. Without
 * fontconfig, none is refused.
 */
export const fontconfig: Tool<readonly string[], void> = {
  run: async (texts, { signal }) => {
    const letters = new Set(texts.join('').normalize('NFC').match(drawn));
    const run = { command: 'fc-list', args: ['--format', '%{charset}\n'], purpose: 'Fonts' };
    const output = await runTool({ ...run, timeout: 10_000, signal }).catch((error: unknown) => {
      if (error instanceof ToolError) return undefined;
      throw error;
    });
    if (output === undefined) return;
    // `20-7e a0-1a9 1ab`, a line per font, are ranges of code points.
    const ranges = (output.toString().match(/\S+/g) ?? []).map((range) => {
      const [first = '', last = first] = range.split('-');
      return [parseInt(first, 16), parseInt(last, 16)] as const;
    });
    for (const letter of letters) {
      const code = letter.codePointAt(0) ?? 0;
      if (ranges.some(([first, last]) => code >= first && code <= last)) continue;
      throw new ToolError(`No installed font has the character '${letter}'`);
    }
  },
};
