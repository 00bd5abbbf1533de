import { setFlagsFromString } from 'node:v8';

/** Bytes of catalogs from which a run is large; below, Node's own ways are quicker and need less than twice as much. */
const MANY = 5_000_000;
/** Newer versions of Node may not know the flags, and would say so on stderr. */
const NEWEST_TESTED = 24;

/**
 * In large runs, collects garbage sooner: they make much that they soon need no more, and Node would let that pile up
 * to three times what is in use before it looks. Halves the peak for a tenth or two of the processor time.
 */
export class Heap {
  #expected = 0;
  #isEager = false;

  /** @param bytes of catalogs that are about to be parsed or made */
  expect(bytes: number): void {
    this.#expected += bytes;
    if (this.#isEager || this.#expected < MANY) return;
    if (Number.parseInt(process.versions.node) > NEWEST_TESTED) return;
    this.#isEager = true;
    setFlagsFromString('--heap-growing-percent=10');
    setFlagsFromString('--semi-space-growth-factor=1');
  }

  /** Back to Node's own ways: what was compiled under other flags than a run begins with is of no use to it. */
  restore(): void {
    if (!this.#isEager) return;
    this.#isEager = false;
    setFlagsFromString('--heap-growing-percent=0');
    setFlagsFromString('--semi-space-growth-factor=2');
  }
}
