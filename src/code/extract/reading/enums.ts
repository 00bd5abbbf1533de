import type * as t from '@babel/types';
import { nameOf, writtenText } from './nodes.js';
import type { Node } from './nodes.js';
import type { Step } from './scope.js';

interface Member {
  readonly name: string;
  /** As in a key: `0` for the first member without a value; undefined if it is computed. */
  readonly text: string | undefined;
  readonly isNumber: boolean;
}

/** The possible texts of an enum's value. */
export function textsOfEnum(node: t.TSEnumDeclaration): readonly string[] {
  return membersOf(node).flatMap(({ text }) => text ?? []);
}

/**
 * The texts at a step into an enum: for `Status.Open` its value, for `Status[0]` the name. An
 * unknown step is a number, as in `Status[status]`: names, except for members with text values.
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

/** The members with literal names, with their values. */
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
