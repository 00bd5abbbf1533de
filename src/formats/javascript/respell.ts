import type * as t from '@babel/types';
import type { Splice } from '../kit/splices.js';
import { childrenOf, isLoad, rangeOf } from './exports.js';

const STYLES: readonly ((parts: readonly string[]) => string)[] = [
  (parts) => parts.join('_'),
  (parts) => parts.join('_').toLowerCase(),
  (parts) => parts.join('_').toUpperCase(),
  ([first = '', ...rest]) => first.toLowerCase() + rest.join(''),
  ([first = '', ...rest]) => first.toLowerCase() + rest.map(title).join(''),
  ([first = '', ...rest]) => title(first) + rest.join(''),
  ([first = '', ...rest]) => title(first) + rest.map(title).join(''),
  (parts) => parts.join('').toLowerCase(),
  (parts) => parts.join('').toUpperCase(),
];

/** Keywords that may be a locale. */
const RESERVED = /^(?:as|do|if|in|is|of|for|let|new|try|var)$/;

function title(part: string): string {
  return part.charAt(0).toUpperCase() + part.slice(1).toLowerCase();
}

/** `pt-BR`, `pt_BR` and `ptBR` as `[pt, BR]`. */
function partsOf(locale: string): readonly string[] {
  return locale.match(/[A-Z]?[a-z]+|[A-Z]+|\d+/g) ?? [];
}

/**
 * A name with the locale in it as another locale's: `enUS` as `ptBR`, `messagesEn` as `messagesDe`.
 * Undefined if it does not name the locale.
 */
export function respelled(name: string, from: string, to: string): string | undefined {
  const [own, other] = [partsOf(from), partsOf(to)];
  for (const parts of own.length > 1 ? [own, own.slice(0, 1)] : [own])
    for (const style of STYLES) {
      const word = style(parts);
      const isUpper = /^[A-Z]/.test(word);
      const before = isUpper ? '(?<![A-Z])' : '(?<![A-Za-z])';
      const behind = '(?:_?[A-Z]{2}(?![A-Za-z]))?(?![a-z])';
      const found = new RegExp(before + word + behind).exec(name);
      if (found === null) continue;
      const wide = parts.length === 1 && style(['a', 'b']) === 'a_b' ? STYLES[3] : style;
      const spelled = (wide ?? style)(other);
      const whole =
        name.slice(0, found.index) + spelled + name.slice(found.index + found[0].length);
      return RESERVED.test(whole) ? undefined : whole;
    }
  return undefined;
}

/** A relative path that names the locale, as another locale's. */
function pathOf(path: string, from: string, to: string): string {
  if (!path.startsWith('.')) return path;
  const part = (one: string): string => (one === from ? to : one);
  return path
    .split('/')
    .map((segment) => segment.split('.').map(part).join('.'))
    .join('/');
}

/**
 * What a module of one locale has in place of another's: names that it declares, and paths of
 * modules that it imports.
 */
export function respellings(
  { program }: t.File,
  names: ReadonlySet<string>,
  { from, to }: { readonly from: string; readonly to: string },
): readonly Splice[] {
  const found: Splice[] = [];
  const all = new Set<string>();
  const renamed = new Map<string, string>();
  for (const name of names) {
    const other = respelled(name, from, to);
    if (other !== undefined) renamed.set(name, other);
  }
  const uses = new Map<number, string>();
  const visit = (node: t.Node, parent: t.Node | undefined, role: string): void => {
    const { start, end } = rangeOf(node);
    if (node.type === 'StringLiteral' && isPath(parent, role)) {
      const path = pathOf(node.value, from, to);
      if (path !== node.value) found.push({ start: start + 1, end: end - 1, text: path });
    }
    if (node.type === 'Identifier') {
      all.add(node.name);
      // An identifier with a type ends behind the type, and a shorthand member has it twice.
      if (renamed.has(node.name) && isUse(parent, role)) uses.set(start, node.name);
    }
    for (const [name, child] of childrenOf(node)) visit(child, node, name);
  };
  visit(program, undefined, '');
  for (const [start, name] of uses) {
    const other = renamed.get(name);
    if (other !== undefined && !all.has(other))
      found.push({ start, end: start + name.length, text: other });
  }
  return found;
}

/** Whether an identifier stands for the variable, or for the export of its name. */
function isUse(parent: t.Node | undefined, role: string): boolean {
  if (parent === undefined) return false;
  if (parent.type === 'ObjectProperty' && parent.shorthand) return role === 'value';
  if (parent.type === 'MemberExpression' && role === 'property' && !parent.computed)
    return parent.object.type === 'Identifier' && parent.object.name === 'exports';
  if (/^(?:Object|Class|TS)\w*(?:Property|Method|Signature|Member)$/.test(parent.type))
    return role !== 'key' && role !== 'id';
  return !/^Import\w*Specifier$/.test(parent.type) || role === 'local';
}

/** Whether a string is the path of a module that is loaded for its values. */
function isPath(parent: t.Node | undefined, role: string): boolean {
  switch (parent?.type) {
    case 'ImportDeclaration':
      return (
        parent.importKind !== 'type' &&
        !parent.specifiers.some(
          (one) => one.type === 'ImportSpecifier' && one.importKind === 'type',
        )
      );
    case 'ExportNamedDeclaration':
    case 'ExportAllDeclaration':
      return parent.exportKind !== 'type' && role === 'source';
    case 'CallExpression':
      return role === 'arguments' && isLoad(parent);
    default:
      return false;
  }
}
