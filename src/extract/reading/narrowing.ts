import type * as t from '@babel/types';
import { unwrap } from './nodes.js';
import type { Node } from './nodes.js';
import { Scope } from './scope.js';
import { valuesAt } from './values.js';

/** What names may be where a comparison is true, or where it is not: `x === 'a' ? f(x) : g(x)`. */
export function narrowed(test: Node, isTrue: boolean, scope: Scope): Scope {
  const node = unwrap(test);
  if (node.type !== 'BinaryExpression' || !/^[!=]==?$/.test(node.operator)) return scope;
  const sides = [unwrap(node.left), unwrap(node.right)];
  const name = sides.find((one) => one.type === 'Identifier');
  const text = sides.find((one) => one.type === 'StringLiteral');
  if (name === undefined || text === undefined) return scope;
  const isEqual = node.operator.startsWith('=') === isTrue;
  const left = isEqual ? [text.value] : othersThan(text.value, name, scope);
  if (left === undefined) return scope;
  const elements = left.map((value): t.StringLiteral => ({ ...text, value }));
  const list = { type: 'ArrayExpression', elements } as unknown as t.ArrayExpression;
  const inner = new Scope(scope);
  inner.bind(name.name, { kind: 'each', list, path: [], scope });
  return inner;
}

/** The other texts of a name, where the file tells them all. */
function othersThan(text: string, name: Node, scope: Scope): readonly string[] | undefined {
  const values = valuesAt({ node: name, scope }, []);
  const texts = values?.map((one) => {
    if ('texts' in one) return one.isOpen === true ? undefined : one.texts;
    return one.node.type === 'StringLiteral' ? [one.node.value] : undefined;
  });
  if (texts === undefined || texts.includes(undefined)) return undefined;
  const others = texts.flatMap((list) => list ?? []).filter((one) => one !== text);
  return others.length === 0 ? undefined : others;
}
