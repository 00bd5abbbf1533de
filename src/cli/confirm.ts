import type { ReportError } from '../model/index.js';
import type { Io } from './io.js';

/** Whether a person can be asked here. */
export function canAsk(io: Io, flags: { readonly json?: true }): boolean {
  const isCi = io.env['CI'] !== undefined && !/^(?:|0|false)$/i.test(io.env['CI']);
  return !isCi && process.stdin.isTTY && io.terminal.interactive && flags.json !== true;
}

/** @param change `2 keys would be removed` */
export function unconfirmed(change: string, hint: string): ReportError {
  const message = `${change}, but there is no way to ask you here. Nothing was written.`;
  return { code: 'unconfirmed', message, hint };
}

/** Asks on the terminal; anything but yes is no. */
export async function confirm(io: Io, question: string): Promise<boolean> {
  const { terminalPrompt } = await import('./init/prompts.js');
  const prompt = terminalPrompt({
    input: process.stdin,
    output: process.stderr,
    signal: io.signal,
    onInterrupt: () => process.emit('SIGINT'),
  });
  try {
    return /^y(?:es)?$/i.test((await prompt.ask(question, 'no')).trim());
  } finally {
    prompt.close();
  }
}
