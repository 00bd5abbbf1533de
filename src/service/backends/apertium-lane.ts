import { ApertiumProcess } from './apertium-process.js';
import { FairQueue } from './fair-queue.js';

// The full stop that no reader sees ends the sentence for the tagger.
const sentenceEnd = '.[]';
const mostProcesses = 2;
/** Few, so that nobody waits long; enough to keep all stages of a process busy. */
export const textsPerProcess = 16;

/** The processes of one direction that documents share, or that requests do. */
export class ApertiumLane {
  readonly queue = new FairQueue(mostProcesses * textsPerProcess);
  readonly #direction: string;
  readonly #niceness: number;
  #processes: ApertiumProcess[] = [];

  /**
   * @param direction As `apertium -l` lists it, such as `eng-spa`.
   * @param niceness How much the processor is left to others: 0 to 19.
   */
  constructor(direction: string, niceness: number) {
    this.#direction = direction;
    this.#niceness = niceness;
  }

  /** @param text In the engine's stream format. */
  async translate(text: string): Promise<string> {
    const answer = await this.#process().translate(text + sentenceEnd);
    const whole = answer.endsWith(sentenceEnd) ? answer.slice(0, -sentenceEnd.length) : answer;
    // Words that the target drops leave their blanks behind; blanks of the source travel as codes.
    return whole.replace(/ {2,}/g, ' ').trim();
  }

  close(): void {
    for (const one of this.#processes.splice(0)) one.close();
  }

  /** The one with the least to do, or another one while all are busy. */
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
