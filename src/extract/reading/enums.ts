import type * as t from '@babel/types';
import { nameOf, writtenText } from './nodes.js';
import type { Node } from './nodes.js';
import type { Step } from './scope.js';

interface Member {
  readonly name: string;
  /** As it is in a key: `0` of the first member without a value; undefined where it is computed. */
  readonly text: string | undefined;
  readonly isNumber: boolean;
}

/** The texts that a value of an enum may be. */
export function textsOfEnum(node: t.TSEnumDeclaration): readonly string[] {
  return membersOf(node).flatMap(({ text }) => text ?? []);
}

/**
 * The texts at a step into an enum: of `Status.Open` its value, of `Status[0]` the name. Where the step
 * is not known, a number is given, as `Status[status]` has it: names, but for values that are texts.
 */
export function textsInEnum(node: t.TSEnumDeclaration, step: Step): readonly string[] {
  const members = membersOf(node);
  if (step === undefined) {
    return members.flatMap(({ name, text, isNumber }) => (isNumber ? name : (text ?? [])));
  }
  const named = members.filter(({ name }) => name === step).flatMap(({ text }) => text ?? []);
  if (named.length > 0) return named;
  const numbered = members.filter(({ text, isNumber }) => isNumber && text === String(step));
  return numbered.map(({ name }) => name);
}

/** The members whose names are written out, with their values. */
export function membersOf({ members }: t.TSEnumDeclaration): readonly Member[] {
  let next: number | undefined = 0;
  return members.flatMap(({ id, initializer }) => {
    const number = initializer ? numberOf(initializer) : next;
    next = number === undefined ? undefined : number + 1;
    const name = nameOf(id, false);
    const text = writtenText(initializer) ?? number?.toString();
    return name === undefined ? [] : [{ name, text, isNumber: number !== undefined }];
  });
}

function numberOf(node: Node): number | undefined {
  if (node.type === 'NumericLiteral') return node.value;
  const isNegative = node.type === 'UnaryExpression' && node.operator === '-';
  return isNegative && node.argument.type === 'NumericLiteral' ? -node.argument.value : undefined;
}
