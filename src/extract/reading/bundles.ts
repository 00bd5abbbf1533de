import { argumentOf, pathOf } from './nodes.js';
import type { Call } from './nodes.js';
import type { Scope } from './scope.js';
import { textOf } from './texts.js';
import type { Use } from './use.js';

/** `i18n.getResourceBundle('en', 'shop')`: a whole catalog, which any code may be given. */
export function bundleOf(call: Call, scope: Scope): Use | undefined {
  if (pathOf(call.callee)?.at(-1) !== 'getResourceBundle') return undefined;
  const namespace = textOf(argumentOf(call, 1), scope) ?? null;
  const line = call.loc?.start.line ?? 0;
  return { key: ['', ''], library: 'i18next', bundle: { namespace }, line };
}
