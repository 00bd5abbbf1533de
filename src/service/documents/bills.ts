import type { Booking } from '../accounts/accounts.js';
import type { ServiceContext } from '../context.js';

/** The bill for a document. */
export interface Bill {
  /** Undefined: nothing was booked. */
  readonly booking: Booking | undefined;
  /** Billed characters. */
  readonly billed: number;
}

/** Ensures that each document is billed once, and credited at most once. */
export class Bills {
  /** Documents included in the counters, which start at 0 with the service. */
  readonly #counted = new Set<string>();
  /** Credited because apparently nobody has the document's key. */
  readonly #unclaimed = new Map<string, Bill>();
  /** Documents that have not been requested yet. */
  readonly #unasked = new Map<string, { readonly upload: string; readonly bill: Bill }>();
  readonly #context: ServiceContext;

  constructor(context: ServiceContext) {
    this.#context = context;
  }

  /**
   * Counts a booking. If a caller uploads the same file again without ever having requested the
   * first one, it has lost that document's key and pays only once.
   * @param upload equal for equal uploads of the same caller
   */
  count(id: string, bill: Bill, upload: string): void {
    this.#count(id, bill);
    const lost = [...this.#unasked].find(([, one]) => one.upload === upload);
    if (lost !== undefined) this.waive(lost[0], lost[1].bill);
    this.#unasked.set(id, { upload, bill });
  }

  giveBack(id: string, { booking, billed }: Bill): void {
    this.#unasked.delete(id);
    // It was already credited.
    if (this.#unclaimed.delete(id)) return;
    if (booking !== undefined) this.#context.usage.giveBack(booking);
    if (this.#counted.delete(id)) this.#context.counters.billed(-billed);
  }

  /** Credits a bill until the document is requested. */
  waive(id: string, bill: Bill): void {
    this.giveBack(id, bill);
    this.#unclaimed.set(id, bill);
  }

  /** Called when the document cannot be requested any more. */
  close(id: string): void {
    this.#unasked.delete(id);
    this.#counted.delete(id);
    this.#unclaimed.delete(id);
  }

  /** Called when the document is requested. */
  claim(id: string): void {
    this.#unasked.delete(id);
    const bill = this.#unclaimed.get(id);
    if (bill === undefined) return;
    this.#unclaimed.delete(id);
    if (bill.booking !== undefined) this.#context.usage.bookAgain(bill.booking);
    this.#count(id, bill);
  }

  #count(id: string, { billed }: Bill): void {
    this.#context.counters.billed(billed);
    this.#counted.add(id);
  }
}
