import { attributeOf } from './elements.js';
import { argumentOf, isCall, isFunction, isMember, nameOf, unwrap } from './nodes.js';
import type { Call, Node } from './nodes.js';
import type { Loop } from './scope.js';

/** Methods whose callback receives each element of a list. */
const LOOPS = /^(?:map|forEach|flatMap|filter|some|every|find|findLast)$/;

/** The list whose elements a function in a node receives; undefined: there is none. */
export function loopOf(node: Node): Loop | undefined {
  if (isCall(node)) return loopOfCall(node);
  // `<For each={['a', 'b']}>{(x) => …}</For>` of Solid
  const list = node.type === 'JSXElement' ? attributeOf(node, 'each') : undefined;
  return list && { list, at: 0 };
}

/** `['a', 'b']` in `['a', 'b'].map((x) => …)` */
function loopOfCall(call: Call): Loop | undefined {
  const callee = unwrap(call.callee);
  const first = argumentOf(call);
  if (!isMember(callee) || first === undefined || !isFunction(first)) return undefined;
  const name = nameOf(callee.property, callee.computed) ?? '';
  const list = callee.object;
  if (/^reduce(?:Right)?$/.test(name)) return { list, at: 1 };
  return LOOPS.test(name) ? { list, at: 0 } : undefined;
}
