import type { ResolveHook } from 'node:module';

// Hooks that find this package from a config that is not installed beside it. Before Node 22.15
// they run in a thread of their own.

let own: string;

/** @param url a file of this package */
export function initialize(url: string): void {
  own = url;
}

export const resolve: ResolveHook = (specifier, context, next) => {
  const isOwn = /^locale-sync(?:\/|$)/.test(specifier);
  return next(specifier, isOwn ? { ...context, parentURL: own } : context);
};
