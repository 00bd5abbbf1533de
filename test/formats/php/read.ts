import { Engine } from 'php-parser';

interface Found {
  readonly kind: string;
  readonly value?: unknown;
  readonly items?: readonly Found[];
  readonly key?: Found | null;
  readonly left?: Found;
  readonly right?: Found;
  readonly what?: Found;
  readonly offset?: Found;
  readonly name?: string;
  readonly expr?: Found | null;
  readonly expression?: Found;
  readonly operator?: string;
  readonly type?: string;
  readonly byRef?: boolean;
  readonly unpack?: boolean;
}

/** Texts of a file as php-parser reads them, by path: a parser of another make. */
export function readPhp(text: string): ReadonlyMap<string, string> {
  const engine = new Engine({ parser: { extractDoc: false }, ast: { withPositions: false } });
  const { children } = engine.parseCode(text.replace(/^\ufeff/, ''), 'file.php') as unknown as {
    children: readonly Found[];
  };
  const values = new Map<string, string>();
  const root: { variable?: string } = {};
  for (const child of children.flatMap(statementsOf)) readStatement(child, { values, root });
  return values;
}

interface Reading {
  readonly values: Map<string, string>;
  readonly root: { variable?: string };
}

function statementsOf(node: Found & { children?: readonly Found[] }): readonly Found[] {
  return node.kind === 'namespace' ? (node.children ?? []).flatMap(statementsOf) : [node];
}

function readStatement(node: Found, { values, root }: Reading): void {
  if (node.kind === 'return' && node.expr) walk(node.expr, [], values);
  const assign = node.kind === 'expressionstatement' ? node.expression : undefined;
  if (assign?.kind !== 'assign' || assign.left === undefined || assign.right === undefined) return;
  const { variable, path } = pathOf(assign.left);
  root.variable ??= variable;
  walk(assign.right, root.variable === variable ? path : [`$${variable}`, ...path], values);
}

function pathOf(node: Found): { variable: string; path: string[] } {
  if (node.kind !== 'offsetlookup' || !node.what || !node.offset)
    return { variable: node.name ?? '', path: [] };
  const { variable, path } = pathOf(node.what);
  return { variable, path: [...path, textOf(node.offset) ?? '?'] };
}

function walk(node: Found, path: readonly string[], values: Map<string, string>): void {
  if (node.kind !== 'array') {
    const text = textOf(node);
    if (text !== undefined && node.kind !== 'number') values.set(path.join('\0'), text);
    return;
  }
  let index = 0;
  for (const item of node.items ?? []) {
    if (item.kind !== 'entry' || item.unpack === true) continue;
    const key = item.key === null || item.key === undefined ? String(index) : textOf(item.key);
    if (key === undefined) continue;
    if (/^\d+$/.test(key)) index = Math.max(index, Number(key) + 1);
    walk(item.value as Found, [...path, key], values);
  }
}

function textOf(node: Found): string | undefined {
  if (node.kind === 'string' || node.kind === 'nowdoc') return String(node.value);
  if (node.kind === 'unary' && node.type === '-' && node.what?.kind === 'number')
    return `-${textOf(node.what) ?? ''}`;
  if (node.kind === 'number') return String(Number(node.value));
  if (node.kind === 'encapsed' && Array.isArray(node.value)) {
    const parts = (node.value as Found[]).map((part) => textOf(part.expression ?? part));
    return parts.includes(undefined) ? undefined : parts.join('');
  }
  if (node.kind !== 'bin' || node.type !== '.') return undefined;
  const [left, right] = [node.left, node.right].map((one) => one && textOf(one));
  return left === undefined || right === undefined ? undefined : left + right;
}
