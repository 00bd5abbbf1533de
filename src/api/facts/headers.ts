/** The scheme of a key in `Authorization` (docs/interface.md 5). Some services use another one. */
export const keyScheme = 'Service-Auth-Key';

/** The scheme of a voice file's signature in `Authorization` (docs/interface.md 5). */
export const signatureScheme = 'Service-Signature';

/** Response header with the id of the request; lower case, as in Node. */
export const traceHeader = 'x-trace-id';

/** Response header of the embedded service: the engine that made the translation. */
export const backendHeader = 'x-backend';
