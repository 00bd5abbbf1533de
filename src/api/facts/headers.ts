/** The word before the key in `Authorization` (interface.md 5). Some services want another one. */
export const keyScheme = 'Service-Auth-Key';

/** The word before the signature of a voice file in `Authorization` (interface.md 5). */
export const signatureScheme = 'Service-Signature';

/** Response header with the id of the request; lower case, as Node gives names of headers. */
export const traceHeader = 'x-trace-id';

/** Response header of the embedded service: what made the translation. */
export const backendHeader = 'x-backend';
