import type { FileSink } from '../../../src/client/index.js';

/** A sink that notes what it gets, pieces and words. */
export function noteSink() {
  const told: (string | Uint8Array)[] = [];
  const sink: FileSink = {
    begin: () => void told.push('begin'),
    write: (piece) => void told.push(Uint8Array.from(piece)),
    end: () => void told.push('end'),
  };
  const content = (): Buffer =>
    Buffer.concat(told.slice(told.lastIndexOf('begin')).filter((one) => typeof one !== 'string'));
  return { sink, told, content };
}
