import type { Node } from './nodes.js';
import type { Scope, Step } from './scope.js';
import type { Translator } from './translator.js';
import { BARE, manner, MEMBERS, SVELTE, UNRELATED } from './translator-names.js';
import type { Origin } from './use.js';

/** A name that is imported, or something below it. */
export function ofImport(
  { source, name }: { readonly source: string; readonly name: string },
  local: string,
  path: readonly Step[],
): Translator | undefined {
  if (UNRELATED.test(source)) return undefined;
  if (source === 'svelte-i18n') {
    return SVELTE.test(name) ? { library: 'plain', ...manner(name) } : undefined;
  }
  const isNamed = path.length === 0 ? BARE.test(name) || BARE.test(local) : MEMBERS.test(local);
  if (!isNamed) return undefined;
  const from = path.length === 0 && isOfProject(source) ? { from: { source, name } } : {};
  return { library: /i18next/.test(source) ? 'i18next' : 'any', ...from, ...manner(local) };
}

/** The file of the project that a function is from. */
export function originOf(callee: Node, scope: Scope): Origin | undefined {
  const binding = callee.type === 'Identifier' ? scope.find(callee.name) : undefined;
  if (binding?.kind !== 'import' || !isOfProject(binding.source)) return undefined;
  return { source: binding.source, name: binding.name };
}

/** Whether an import is of another file, as far as its name tells. */
function isOfProject(source: string): boolean {
  return /^(?:\.|@\/|~|#|\$lib\b|src\/)/.test(source);
}
