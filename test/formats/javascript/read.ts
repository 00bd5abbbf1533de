import { transformSync } from 'esbuild';
import { runInNewContext } from 'node:vm';

/** Texts of a module as Node sees them when esbuild has compiled it, by path. */
export function readModule(text: string): ReadonlyMap<string, string> {
  const { code } = transformSync(text, { loader: 'tsx', format: 'cjs', logLevel: 'silent' });
  const module = { exports: {} };
  const require = (): unknown => ({});
  runInNewContext(code, { module, exports: module.exports, require, ...CALLS }, { timeout: 1000 });
  const values = new Map<string, string>();
  const exported = Object.entries(module.exports);
  const objects = exported.filter(([, value]) => typeof value === 'object' && value !== null);
  const isModule = 'default' in module.exports;
  if (!isModule && (!/\bexports\.|export (?:const|let|var)/.test(text) || objects.length === 0))
    walk(module.exports, [], values);
  else
    for (const [name, value] of objects)
      walk(value, name === 'default' || objects.length === 1 ? [] : [name], values);
  return values;
}

const CALLS = { defineMessages: (one: unknown) => one };

function walk(value: unknown, path: readonly string[], values: Map<string, string>): void {
  if (typeof value === 'string') values.set(path.join('\0'), value);
  if (typeof value !== 'object' || value === null) return;
  for (const [key, inner] of Object.entries(value)) walk(inner, [...path, key], values);
}
