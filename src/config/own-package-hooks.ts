import type { ResolveHook } from 'node:module';

// Hooks that resolve this package for a config that has no local installation of it. Before Node
// 22.15, they run in a separate thread.

let own: string;

/** @param url a file of this package */
export function initialize(url: string): void {
  own = url;
}

export const resolve: ResolveHook = (specifier, context, next) => {
  const isOwn = /^locale-sync(?:\/|$)/.test(specifier);
  return next(specifier, isOwn ? { ...context, parentURL: own } : context);
};
