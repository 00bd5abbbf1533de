import type { FileReceiver } from '../../../src/client/public.js';

/** A receiver that records its calls. */
export function noteReceiver() {
  const told: (string | Uint8Array)[] = [];
  const receiver: FileReceiver = {
    begin: () => void told.push('begin'),
    write: (piece) => void told.push(Uint8Array.from(piece)),
    end: () => void told.push('end'),
  };
  const content = (): Buffer =>
    Buffer.concat(told.slice(told.lastIndexOf('begin')).filter((one) => typeof one !== 'string'));
  return { receiver, told, content };
}
