import { readFileSync, writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';

// Runs beside a config module: while that loops, nothing else runs in the main thread.

/** Input from `watchdog.ts`. */
export interface WatchdogData {
  /** Counts up while the main thread is alive. */
  readonly beats: SharedArrayBuffer;
  /**
   * Milliseconds without a beat after which a message is printed, and after which the process is
   * ended.
   */
  readonly slow: number;
  readonly end: number;
  /** The messages for stderr, and the final output for stdout. */
  readonly slowText: string;
  readonly endText: string;
  readonly endOutput: string;
  /** Exit code. */
  readonly code: number;
}

const LOOK = 250;

const { beats, slow, end, slowText, endText, endOutput, code } = workerData as WatchdogData;
const counter = new Int32Array(beats);
let last = 0;
let silent = 0;
let phase: 'quiet' | 'said' | 'ended' = 'quiet';

setInterval(() => {
  const beat = Atomics.load(counter, 0);
  silent = beat === last ? silent + LOOK : 0;
  last = beat;
  if (phase === 'quiet' && silent >= slow) {
    phase = 'said';
    put(2, slowText);
  }
  if (phase === 'said' && silent >= end) {
    phase = 'ended';
    put(2, endText);
    put(1, endOutput);
    endProcess();
  }
}, LOOK);

/** Only the main thread can end with an exit code; the inspector can interrupt its loop. */
function endProcess(): void {
  // The main thread does not respond in a system call. It is mostly waiting for a command, so that
  // command is ended.
  setTimeout(() => endChildren(process.pid), 1_000);
  // If it still does not respond, it is killed.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000);
  const session = new Session();
  session.connectToMainThread();
  // stderr is closed, because Node would print there that it waits for a debugger.
  const expression = `process.getBuiltinModule('node:fs').closeSync(2); process.reallyExit(${code})`;
  session.post('Runtime.evaluate', { expression });
}

/** Ends the child processes, which are the config's while it loads. Linux only. */
function endChildren(pid: number): void {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const child of children
      .split(' ')
      .filter((one) => one !== '')
      .map(Number)) {
      // Stopped first, so that it cannot start another command while its own children are ended.
      process.kill(child, 'SIGSTOP');
      endChildren(child);
      process.kill(child, 'SIGKILL');
    }
  } catch {
    // It has already ended, or the system does not list its children.
  }
}

function put(descriptor: 1 | 2, text: string): void {
  try {
    if (text !== '') writeSync(descriptor, text);
  } catch {
    // Nobody reads the output.
  }
}
