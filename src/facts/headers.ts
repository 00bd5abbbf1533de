/** The scheme of a key in `Authorization` (docs/interface.md 5). Some services use another one. */
export const keyScheme = 'Service-Auth-Key';

/** The scheme of a voice file's signature in `Authorization` (docs/interface.md 5). */
export const signatureScheme = 'Service-Signature';

/** Response header with the id of the request; lower case, as in Node. */
export const traceHeader = 'x-trace-id';

/** Response header of the embedded service: the engine that made the translation. */
export const backendHeader = 'x-backend';

/**
 * The version at the end of a base address (`/v2`), which belongs to each path instead
 * (docs/interface.md 9.1).
 */
export function versionAtEnd({ pathname }: Pick<URL, 'pathname'>): string | undefined {
  return /(\/v[123])\/*$/i.exec(pathname)?.[1];
}
