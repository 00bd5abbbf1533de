import { isCall } from './nodes.js';
import type { Node } from './nodes.js';
import type { Scope } from './scope.js';
import { textOf } from './texts.js';
import type { Translator } from './translator.js';

/** `const { t } = await translation('shop', locale)`: one of the texts may be a namespace. */
export function withTexts<T extends Translator | undefined>(
  translator: T,
  call: Node,
  scope: Scope,
): T {
  if (translator === undefined || !isCall(call)) return translator;
  const given = call.arguments.flatMap((one) => {
    const first = one.type === 'ArrayExpression' ? one.elements[0] : one;
    return (first && textOf(first, scope)) ?? [];
  });
  return given.length === 0 ? translator : { ...translator, given };
}
