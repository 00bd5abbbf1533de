import { argumentOf, isMember, nameOf, pathOf, unwrap } from './nodes.js';
import type { Call } from './nodes.js';
import type { Scope } from './scope.js';
import { textOf } from './texts.js';
import type { Use } from './use.js';

/**
 * A whole catalog passed on in code: `i18n.getResourceBundle('en', 'shop')`, and vue-i18n's
 * `i18n.global.getLocaleMessage('en')`, which has no namespaces.
 */
export function bundleOf(call: Call, scope: Scope): Use | undefined {
  const callee = unwrap(call.callee);
  const name = isMember(callee) ? nameOf(callee.property, callee.computed) : pathOf(callee)?.[0];
  const isOfVue = name === 'getLocaleMessage';
  if (!isOfVue && name !== 'getResourceBundle') return undefined;
  const namespace = (isOfVue ? undefined : textOf(argumentOf(call, 1), scope)) ?? null;
  const line = call.loc?.start.line ?? 0;
  return { key: ['', ''], library: isOfVue ? 'plain' : 'i18next', bundle: { namespace }, line };
}
