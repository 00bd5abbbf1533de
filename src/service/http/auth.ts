import { keyScheme as scheme, type Auth } from '../../api/index.js';
import type { Keys } from '../accounts/keys.js';
import { forbidden } from '../errors.js';
import { rememberLast } from '../tools/remember-last.js';

export type Authorize = (header: string | undefined, wanted: Auth) => string;

/**
 * Checks `Authorization: Service-Auth-Key <KEY>` (interface.md 5). The returned function gives the
 * id of the developer key, or '' for an admin key on admin paths and for endpoints with signatures.
 * @param extra another scheme that is accepted in place of `Service-Auth-Key`
 */
export function createAuthorize(keys: Keys, extra: string | undefined): Authorize {
  const words = new Set([
    scheme.toLowerCase(),
    ...(extra === undefined ? [] : [extra.toLowerCase()]),
  ]);
  const secretOf = rememberLast((header) => {
    const [word = '', secret, ...rest] = header.trim().split(/ +/);
    if (!words.has(word.toLowerCase()) || secret === undefined || rest.length > 0) {
      throw forbidden(`Malformed header 'Authorization'; expected '${scheme} <key>'`);
    }
    return secret;
  });
  return (header, wanted) => {
    if (wanted === 'signature') return '';
    if (header === undefined) throw forbidden(`Missing header 'Authorization: ${scheme} <key>'`);
    const caller = keys.callerOf(secretOf(header));
    if (caller === undefined) throw forbidden('Unknown or deactivated key');
    if (wanted === 'admin') {
      if (caller.kind !== 'admin') throw forbidden('This endpoint needs an admin key');
      return '';
    }
    if (caller.kind === 'admin') throw forbidden('This endpoint needs a developer key');
    return caller.id;
  };
}
