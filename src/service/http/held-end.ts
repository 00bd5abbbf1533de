import { Readable } from 'node:stream';

/**
 * The same bytes, but the last chunk is held until the end of the stream. A client may disconnect
 * as soon as it has the announced number of bytes: the response must have ended by then, or it
 * would count as cut off.
 */
export function withHeldEnd(content: Readable): Readable {
  const held = Readable.from(heldEnd(content), { objectMode: false });
  // A stream that was never read is closed too: its reader may have disconnected first.
  held.once('close', () => content.destroy());
  return held;
}

async function* heldEnd(content: AsyncIterable<Buffer>): AsyncGenerator<Buffer> {
  let held: Buffer | undefined;
  for await (const piece of content) {
    if (piece.length === 0) continue;
    if (held !== undefined) yield held;
    held = piece;
  }
  if (held !== undefined) yield held;
}
