import { argumentOf, isCall, pathOf } from './nodes.js';
import type { Node } from './nodes.js';
import type { Scope, Step } from './scope.js';
import { stringsOfType, typeAt } from './types.js';

/** Calls whose result has the type argument's type. */
const AS_IS =
  /^(?:defineProps|defineModel|inject|useMemo|signal|input|model|createMemo|\$props|\$state|\$derived|\$bindable)$/;
/** Calls whose result holds a value in `value` or `current`, except in templates. */
const HELD = /^(?:ref|shallowRef|computed|toRef|useRef|defineModel)$/;
/** Calls whose result is a pair with the value first. */
const PAIRS = /^(?:useState|createSignal|useOptimistic)$/;

/**
 * The texts that a named type allows below an expression: `'a' | 'b'` for `x as 'a' | 'b'`, for
 * `useState<'a' | 'b'>()` and for `withDefaults(defineProps<{ x: 'a' | 'b' }>(), …)`.
 */
export function textsOfGivenType(
  node: Node,
  path: readonly Step[],
  scope: Scope,
): readonly string[] | undefined {
  if (node.type === 'TSAsExpression' || node.type === 'TSTypeAssertion') {
    return textsOfTypeAt(node.typeAnnotation, path, scope);
  }
  if (!isCall(node)) return undefined;
  const name = pathOf(node.callee)?.at(-1) ?? '';
  const first = argumentOf(node);
  if (name === 'withDefaults' && first) return textsOfGivenType(first, path, scope);
  const type =
    node.typeParameters?.type === 'TSTypeParameterInstantiation'
      ? node.typeParameters.params[0]
      : undefined;
  const into = type && wayInto(name, path);
  return type && into && textsOfTypeAt(type, into, scope);
}

function wayInto(name: string, path: readonly Step[]): readonly Step[] | undefined {
  const [step, ...rest] = path;
  if (PAIRS.test(name)) return step === 0 ? rest : undefined;
  if (HELD.test(name)) return step === 'value' || step === 'current' ? rest : path;
  return AS_IS.test(name) ? path : undefined;
}

/** The texts that a type, or the type at a path in it, allows. */
export function textsOfTypeAt(
  type: Node,
  path: readonly Step[],
  scope: Scope,
): readonly string[] | undefined {
  const found = typeAt(type, path, scope);
  return found && stringsOfType(found, scope);
}
