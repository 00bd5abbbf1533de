import { writeSync } from 'node:fs';
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
  // Where it does not even answer that, as in a call of the system, it is killed.
  setTimeout(() => process.kill(process.pid, 'SIGKILL'), 2_000);
  const session = new Session();
  session.connectToMainThread();
  // Without stderr, on which Node would say that it waits for a debugger.
  const expression = `process.getBuiltinModule('node:fs').closeSync(2); process.reallyExit(${code})`;
  session.post('Runtime.evaluate', { expression });
}

function put(descriptor: 1 | 2, text: string): void {
  try {
    if (text !== '') writeSync(descriptor, text);
  } catch {
    // Nobody reads it.
  }
}
