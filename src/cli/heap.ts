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

  /** @param bytes of catalogs that are about to be parsed or made */
  expect(bytes: number): void {
    const before = this.#expected;
    this.#expected += bytes;
    if (before >= MANY || this.#expected < MANY) return;
    if (Number.parseInt(process.versions.node) > NEWEST_TESTED) return;
    setFlagsFromString('--heap-growing-percent=10');
    setFlagsFromString('--semi-space-growth-factor=1');
  }
}
