import type { ExpectedUnit, MessageContext } from '../text/index.js';
import { messageContext } from './diff.js';

/** Message contexts of a target's units: one for all that are plain texts. */
export class Contexts {
  readonly #place: Parameters<typeof messageContext>[1];
  #plain: MessageContext | undefined;

  constructor(place: Parameters<typeof messageContext>[1]) {
    this.#place = place;
  }

  of(expected: ExpectedUnit): MessageContext {
    const { plural, unit } = expected;
    const isPlain =
      plural === undefined && unit.inline === undefined && unit.maxLength === undefined;
    if (!isPlain) return messageContext(expected, this.#place);
    return (this.#plain ??= messageContext(expected, this.#place));
  }
}
