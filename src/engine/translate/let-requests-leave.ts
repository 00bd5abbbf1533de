import { setImmediate as nextTurn } from 'node:timers/promises';

/**
 * Turns of the event loop after which started requests are under way: connecting and writing take
 * one each.
 */
const TURNS = 5;

/**
 * Lets started requests leave, reads answers that have arrived, and fills their places: long work
 * keeps the event loop from that.
 */
export async function letRequestsLeave(): Promise<void> {
  for (let turn = 0; turn < TURNS; turn += 1) await nextTurn();
}
