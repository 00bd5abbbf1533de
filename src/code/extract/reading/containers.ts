import type * as t from '@babel/types';
import {
  argumentOf,
  isCall,
  isFunction,
  nameOf,
  pathOf,
  propertyOf,
  returnsOf,
  unwrap,
} from './nodes.js';
import type { Node } from './nodes.js';
import type { Step } from './scope.js';

export function namesIn({ properties }: t.ObjectExpression): readonly string[] {
  return properties.flatMap((one) => {
    const name = one.type === 'SpreadElement' ? undefined : nameOf(one.key, one.computed);
    return name ?? [];
  });
}

export function propertiesAt(object: t.ObjectExpression, step: Step): readonly Node[] | undefined {
  if (step !== undefined) {
    const value = propertyOf(object, String(step));
    return value && [value];
  }
  return object.properties.flatMap((one) => (one.type === 'ObjectProperty' ? [one.value] : []));
}

export function elementsAt(
  { elements }: t.ArrayExpression,
  step: Step,
): readonly Node[] | undefined {
  const nodes = elements.filter((one) => one !== null && one.type !== 'SpreadElement');
  const at = step === undefined ? undefined : nodes[Number(step)];
  return step === undefined ? nodes : at && [at];
}

/** A member of a class: its method, or its property's value. */
export function memberOfClass({ body }: t.Class, name: Step): Node | undefined {
  const found = body.body.find(
    (one) => 'key' in one && nameOf(one.key, 'computed' in one ? one.computed : false) === name,
  );
  if (found !== undefined && isFunction(found)) return found;
  const value = found && 'value' in found ? found.value : undefined;
  return value ?? setByConstructor(body, name);
}

/** `this.t = value` */
function setByConstructor({ body }: t.ClassBody, name: Step): Node | undefined {
  const maker = body.find((one) => one.type === 'ClassMethod' && one.kind === 'constructor');
  const statements = maker?.type === 'ClassMethod' ? maker.body.body : [];
  const values = statements.map((one) => {
    const set = one.type === 'ExpressionStatement' ? one.expression : undefined;
    if (set?.type !== 'AssignmentExpression' || set.left.type !== 'MemberExpression')
      return undefined;
    const { object, property, computed } = set.left;
    const isOwn = object.type === 'ThisExpression' && nameOf(property, computed) === name;
    return isOwn ? set.right : undefined;
  });
  return values.find((one) => one !== undefined);
}

/** Values that are spread into a list or an object. */
export function spreadsIn(node: Node): readonly Node[] {
  const parts: readonly (Node | null)[] =
    node.type === 'ArrayExpression'
      ? node.elements
      : node.type === 'ObjectExpression'
        ? node.properties
        : [];
  return parts.flatMap((one) => (one?.type === 'SpreadElement' ? [one.argument] : []));
}

/** `[name, value]` of each property, as list nodes. */
export function entriesIn(object: t.ObjectExpression): readonly t.ArrayExpression[] {
  return namesIn(object).flatMap((name) => {
    const value = propertyOf(object, name);
    const pair = [{ type: 'StringLiteral', value: name }, value] as unknown as t.Expression[];
    return value === undefined ? [] : [{ type: 'ArrayExpression', elements: pair }];
  });
}

/**
 * Functions of Vue, React and Svelte that return their argument, or the result of their argument.
 */
const HOLDERS =
  /^(?:ref|shallowRef|reactive|shallowReactive|readonly|markRaw|computed|useMemo|\$state|\$derived|freeze)$/;
/** Those whose value is in `value`, except in templates. */
const REFS = /^(?:ref|shallowRef|computed)$/;

/** The value inside `ref([…])`, `useMemo(() => […])`, `new Map([…])`. */
export function heldBy(node: Node, step: Step): Node | undefined {
  if (node.type !== 'NewExpression' && !isCall(node)) return undefined;
  const callee = unwrap(node.callee);
  const name = pathOf(callee)?.at(-1) ?? '';
  const isHolder = node.type === 'NewExpression' ? /^(?:Map|Set)$/.test(name) : HOLDERS.test(name);
  if (!isHolder || (step === 'value' && !REFS.test(name))) return undefined;
  const first = argumentOf(node);
  if (first === undefined || !isFunction(first)) return first;
  const [only, ...more] = returnsOf(first.body);
  return more.length === 0 ? only : undefined;
}
