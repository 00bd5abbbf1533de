import { Readable } from 'node:stream';

/**
 * The same bytes, of which the last piece waits for the end. A client may hang up as soon as it has
 * all that was announced: the answer must be over by then, or it would count as cut off.
 */
export function withHeldEnd(content: Readable): Readable {
  const held = Readable.from(heldEnd(content), { objectMode: false });
  // What nobody began to read is closed too: its reader may have gone before.
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
