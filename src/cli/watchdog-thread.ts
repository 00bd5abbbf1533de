import { readFileSync, writeSync } from 'node:fs';
import { Session } from 'node:inspector';
import { workerData } from 'node:worker_threads';

// Runs beside a config that is code: nothing in the main thread runs any more while it loops.

/** What `watchdog.ts` gives. */
export interface WatchdogData {
  /** Counts up while the main thread is alive. */
  readonly beats: SharedArrayBuffer;
  /** Milliseconds without a beat: until it is said, until the process is ended. */
  readonly slow: number;
  readonly end: number;
  /** What is printed then, and on stdout. */
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

/** Only the main thread can end with an exit code; the inspector reaches it inside a loop. */
function endProcess(): void {
  // In a call of the system it does not answer. Mostly it waits for a command, so that is ended.
  setTimeout(() => endChildren(process.pid), 1_000);
  // Where it still does not answer, it is killed.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 10_000);
  const session = new Session();
  session.connectToMainThread();
  // Without stderr, on which Node would say that it waits for a debugger.
  const expression = `process.getBuiltinModule('node:fs').closeSync(2); process.reallyExit(${code})`;
  session.post('Runtime.evaluate', { expression });
}

/** Ends what a process has started; while a config loads, that is the config's. Linux only. */
function endChildren(pid: number): void {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8');
    for (const child of children
      .split(' ')
      .filter((one) => one !== '')
      .map(Number)) {
      // Stopped first, so that it cannot start another command while its own are ended.
      process.kill(child, 'SIGSTOP');
      endChildren(child);
      process.kill(child, 'SIGKILL');
    }
  } catch {
    // It has ended by itself, or the system does not say what it has started.
  }
}

function put(descriptor: 1 | 2, text: string): void {
  try {
    if (text !== '') writeSync(descriptor, text);
  } catch {
    // Nobody reads it.
  }
}
