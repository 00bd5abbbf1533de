import { createInterface } from 'node:readline/promises';
import type { InitIo } from './run.js';

/** Asks on a terminal. Enter takes the default; the end of the input takes every default that is left. */
export function terminalPrompt(
  input: NodeJS.ReadableStream,
  output: NodeJS.WritableStream,
): NonNullable<InitIo['ask']> {
  return async (question, fallback) => {
    const lines = createInterface({ input, output });
    const closed = new Promise<string>((resolve) => lines.once('close', () => resolve('')));
    try {
      const shown = fallback === '' ? `${question}: ` : `${question} [${fallback}]: `;
      const answer = (await Promise.race([lines.question(shown), closed])).trim();
      return answer === '' ? fallback : answer;
    } finally {
      lines.close();
    }
  };
}
