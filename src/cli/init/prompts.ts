import { createInterface } from 'node:readline';
import type { Interface } from 'node:readline';
import { oneLine } from '../../model/index.js';
import { interrupted } from './options.js';
import type { InitIo } from './options.js';

interface Terminal {
  readonly input: NodeJS.ReadableStream;
  readonly output: NodeJS.WritableStream;
  /** Ends every question when aborted. */
  readonly signal: AbortSignal;
  /** Called for Ctrl-C, which a terminal in raw mode does not turn into a signal. */
  readonly onInterrupt: () => void;
}

export interface Prompt {
  readonly ask: NonNullable<InitIo['ask']>;
  /** Releases the terminal. */
  readonly close: () => void;
}

/**
 * Asks on a terminal. Enter accepts the default; Ctrl-C and the end of the input abort. All
 * questions share one reader, so lines typed ahead answer later questions.
 */
export function terminalPrompt(terminal: Terminal): Prompt {
  let reader: Reader | undefined;
  return {
    async ask(question, fallback) {
      refuseAborted(terminal.signal);
      reader ??= openReader(terminal);
      const { lines, answers } = reader;
      lines.setPrompt(
        fallback === '' ? `${question}: ` : `${question} [${oneLine(fallback, Infinity)}]: `,
      );
      lines.prompt();
      const next = await answers.next();
      // The following message starts on its own line.
      if (next.done === true) terminal.output.write('\n');
      refuseAborted(terminal.signal);
      if (next.done === true) throw interrupted();
      const answer = next.value.trim();
      return answer === '' ? fallback : answer;
    },
    close: () => reader?.lines.close(),
  };
}

function refuseAborted({ aborted }: AbortSignal): void {
  if (aborted) throw interrupted();
}

interface Reader {
  readonly lines: Interface;
  /** Buffers what is typed before a question. */
  readonly answers: AsyncIterator<string, undefined>;
}

function openReader({ input, output, signal, onInterrupt }: Terminal): Reader {
  const lines = createInterface({ input, output });
  lines.on('SIGINT', onInterrupt);
  signal.addEventListener('abort', () => lines.close(), { once: true });
  return { lines, answers: lines[Symbol.asyncIterator]() };
}
