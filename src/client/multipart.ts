import type { OpenFile } from './files.js';

export interface MultipartBody {
  readonly contentType: string;
  /** Size in bytes, if that of the file is known. */
  readonly length: number | undefined;
  readonly open: () => AsyncIterable<Uint8Array>;
}

/** Escapes a name in a part's header as browsers do. */
function quoted(name: string): string {
  return name.replaceAll('"', '%22').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

/**
 * A `multipart/form-data` body with fields and a part `file`. The file is streamed. The fields go
 * first, so that a service can refuse them before it reads the file.
 */
export function multipart(
  fields: Readonly<Record<string, string>>,
  file: OpenFile,
  boundary = `locale-sync-${crypto.randomUUID()}`,
): MultipartBody {
  const head =
    Object.entries(fields)
      .map(
        ([name, value]) =>
          `--${boundary}\r\nContent-Disposition: form-data; name="${quoted(name)}"\r\n\r\n${value}\r\n`,
      )
      .join('') +
    `--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${quoted(file.name)}"\r\n` +
    `Content-Type: ${file.type}\r\n\r\n`;
  const before = Buffer.from(head);
  const after = Buffer.from(`\r\n--${boundary}--\r\n`);

  async function* pieces(): AsyncGenerator<Uint8Array> {
    yield before;
    yield* file.open();
    yield after;
  }

  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length: file.size === undefined ? undefined : before.length + file.size + after.length,
    open: pieces,
  };
}
