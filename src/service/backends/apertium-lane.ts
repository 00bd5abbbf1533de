import { spawn, type ChildProcessByStdio } from 'node:child_process';
import type { Readable, Writable } from 'node:stream';
import { BackendError } from './backend.js';
import { FairQueue } from './fair-queue.js';

// The full stop, which is removed from the answer, ends the sentence for the tagger.
const sentenceEnd = '.[]';
const mostProcesses = 2;
/** Few, so that nobody waits long; enough to keep all stages of a process busy. */
export const textsPerProcess = 16;

/** The processes of one direction, shared by all documents or by all requests. */
export class ApertiumLane {
  readonly queue = new FairQueue(mostProcesses * textsPerProcess);
  readonly #direction: string;
  readonly #niceness: number;
  #processes: ApertiumProcess[] = [];

  /**
   * @param direction as listed by `apertium -l`, such as `eng-spa`
   * @param niceness scheduling priority of the processes, from 0 (normal) to 19 (lowest)
   */
  constructor(direction: string, niceness: number) {
    this.#direction = direction;
    this.#niceness = niceness;
  }

  /** @param text in the engine's stream format */
  async translate(text: string): Promise<string> {
    const answer = await this.#process().translate(text + sentenceEnd);
    const whole = answer.endsWith(sentenceEnd) ? answer.slice(0, -sentenceEnd.length) : answer;
    // Words that the target drops leave their spaces behind; the source's multiple spaces are
    // codes.
    return whole.replace(/ {2,}/g, ' ').trim();
  }

  close(): void {
    for (const one of this.#processes.splice(0)) one.close();
  }

  /** The least busy process, or a new one if all are busy. */
  #process(): ApertiumProcess {
    const processes = this.#processes.filter(({ alive }) => alive);
    this.#processes = processes;
    const free = processes.toSorted((a, b) => a.load - b.load)[0];
    if (free !== undefined && (free.load === 0 || processes.length >= mostProcesses)) return free;
    const started = new ApertiumProcess(this.#direction, this.#niceness);
    processes.push(started);
    return started;
  }
}

interface Waiting {
  /** Precedes the text and its answer, so that answers cannot be mixed up. */
  readonly tag: string;
  readonly resolve: (answer: string) => void;
  readonly reject: (error: Error) => void;
  /** False for the empty texts that only flush answers. */
  readonly real: boolean;
}

const idleMilliseconds = 60_000;
const answerMilliseconds = 60_000;
const pumpMilliseconds = 2;
const slowestPump = 50;

/**
 * One running pipeline of a direction, in null-flush mode: texts and answers end with NUL. Texts
 * are answered in order, so many can be in progress.
 */
class ApertiumProcess {
  readonly #child: ChildProcessByStdio<Writable, Readable, null>;
  readonly #waiting: Waiting[] = [];
  #chunks: string[] = [];
  #timer: NodeJS.Timeout | undefined;
  #pump: NodeJS.Timeout | undefined;
  #count = 0;
  #load = 0;
  #failed: BackendError | undefined;

  /**
   * @param direction as listed by `apertium -l`, such as `eng-spa`
   * @param niceness scheduling priority of the process, from 0 (normal) to 19 (lowest)
   */
  constructor(direction: string, niceness: number) {
    // The command reopens its standard input by path, which needs a pipe; Node gives child
    // processes sockets.
    const command = 'cat | exec nice -n "$1" apertium -u -z -f none "$0"';
    this.#child = spawn('sh', ['-c', command, direction, String(niceness)], {
      stdio: ['pipe', 'pipe', 'ignore'],
      detached: true,
    });
    this.#child.stdout.setEncoding('utf8');
    this.#child.stdout.on('data', (chunk: string) => this.#receive(chunk));
    this.#child.stdin.on('error', (error) => this.#fail('stopped reading', error));
    this.#child.on('error', (error) => this.#fail('could not be started', error));
    this.#child.on('exit', () => this.#fail('ended'));
    this.#child.unref();
    this.#rest();
  }

  get load(): number {
    return this.#load;
  }

  get alive(): boolean {
    return this.#failed === undefined;
  }

  /** @param text in the engine's stream format, without NUL */
  translate(text: string): Promise<string> {
    if (this.#failed !== undefined) return Promise.reject(this.#failed);
    return new Promise((resolve, reject) => {
      this.#send(text, { resolve, reject, real: true });
      this.#watch();
      if (this.#pump === undefined) this.#keepMoving(pumpMilliseconds);
    });
  }

  close(): void {
    this.#fail('was closed');
  }

  #send(text: string, then: Omit<Waiting, 'tag'>): void {
    this.#count += 1;
    const tag = `[=${this.#count}=]`;
    this.#waiting.push({ ...then, tag });
    if (then.real) this.#load += 1;
    this.#child.stdin.write(`${tag}${text}\0`);
  }

  /**
   * Some stages pass on an answer only when more input arrives, so empty texts are sent until all
   * answers have arrived.
   */
  #keepMoving(delay: number): void {
    this.#pump = setTimeout(() => {
      this.#pump = undefined;
      if (this.#failed !== undefined || this.#load === 0) return;
      this.#send('', { resolve: () => undefined, reject: () => undefined, real: false });
      this.#keepMoving(Math.min(slowestPump, delay * 1.2));
    }, delay);
  }

  #receive(chunk: string): void {
    const parts = chunk.split('\0');
    for (const [index, part] of parts.entries()) {
      this.#chunks.push(part);
      if (index === parts.length - 1) break;
      this.#settle(this.#chunks.join(''));
      this.#chunks = [];
    }
    if (this.load === 0) this.#rest();
    else this.#watch();
  }

  #settle(answer: string): void {
    const next = this.#waiting.shift();
    if (next === undefined) return;
    if (answer.startsWith(next.tag)) {
      if (next.real) this.#load -= 1;
      next.resolve(answer.slice(next.tag.length));
    } else {
      this.#waiting.unshift(next);
      this.#fail('answered out of order');
    }
  }

  #watch(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.#fail('did not answer in time'), answerMilliseconds);
  }

  #rest(): void {
    clearTimeout(this.#timer);
    this.#timer = setTimeout(() => this.close(), idleMilliseconds).unref();
  }

  #fail(how: string, cause?: Error): void {
    if (this.#failed !== undefined) return;
    clearTimeout(this.#timer);
    clearTimeout(this.#pump);
    this.#failed = new BackendError(`apertium ${how}`, { cause });
    for (const { reject } of this.#waiting.splice(0)) reject(this.#failed);
    try {
      // The whole pipeline is one process group.
      if (this.#child.pid !== undefined) process.kill(-this.#child.pid, 'SIGKILL');
    } catch {
      this.#child.kill('SIGKILL');
    }
  }
}
