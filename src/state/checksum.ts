/**
 * 32 bits over `bytes[start, end)`: tells a damaged record or an edited file from the one that was written; no
 * protection against anyone. Four bytes a step, as loading node:crypto or zlib would cost more than it saves.
 */
export function checksum(bytes: Uint8Array, start: number, end: number, seed = 0x811c9dc5): number {
  let hash = seed ^ (end - start);
  let i = start;
  for (; i + 4 <= end; i += 4) {
    const word =
      (bytes[i] ?? 0) |
      ((bytes[i + 1] ?? 0) << 8) |
      ((bytes[i + 2] ?? 0) << 16) |
      ((bytes[i + 3] ?? 0) << 24);
    hash = Math.imul(hash ^ word, 0x01000193);
    hash ^= hash >>> 15;
  }
  for (; i < end; i += 1) hash = Math.imul(hash ^ (bytes[i] ?? 0), 0x01000193);
  hash = Math.imul(hash ^ (hash >>> 16), 0x85ebca6b);
  return (hash ^ (hash >>> 13)) >>> 0;
}
