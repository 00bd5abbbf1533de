import { ApertiumProcess } from './apertium-process.js';
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
