import type { Booking } from '../accounts/usage.js';
import type { ServiceContext } from '../context.js';

/** What a document cost. */
export interface Bill {
  /** Undefined: it cost nothing. */
  readonly booking: Booking | undefined;
  /** Characters. */
  readonly billed: number;
}

/** Sees to it that each document is billed once, and given back at most once. */
export class Bills {
  /** Documents that the counters have counted; they start over with the service. */
  readonly #counted = new Set<string>();
  /** Given back, since nobody seemed to know the document's key. */
  readonly #unclaimed = new Map<string, Bill>();
  /** Documents that nobody has asked for yet. */
  readonly #unasked = new Map<string, { readonly upload: string; readonly bill: Bill }>();
  readonly #context: Pick<ServiceContext, 'usage' | 'counters'>;

  constructor(context: Pick<ServiceContext, 'usage' | 'counters'>) {
    this.#context = context;
  }

  /**
   * Counts what was booked. A caller that uploads the same file again, and never asked for the first
   * one, has lost its key, and pays once.
   * @param upload the same for the same upload of the same caller
   */
  count(id: string, bill: Bill, upload: string): void {
    this.#count(id, bill);
    const lost = [...this.#unasked].find(([, one]) => one.upload === upload);
    if (lost !== undefined) this.waive(lost[0], lost[1].bill);
    this.#unasked.set(id, { upload, bill });
  }

  giveBack(id: string, { booking, billed }: Bill): void {
    this.#unasked.delete(id);
    // That was given back already.
    if (this.#unclaimed.delete(id)) return;
    if (booking !== undefined) this.#context.usage.giveBack(booking);
    if (this.#counted.delete(id)) this.#context.counters.billed(-billed);
  }

  /** Gives it back until somebody asks for the document. */
  waive(id: string, bill: Bill): void {
    this.giveBack(id, bill);
    this.#unclaimed.set(id, bill);
  }

  /** Nobody can ask for the document any more. */
  close(id: string): void {
    this.#unasked.delete(id);
    this.#counted.delete(id);
    this.#unclaimed.delete(id);
  }

  /** Somebody asks for the document. */
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
