import type { ParameterType } from '../../text/index.js';
import { literal } from '../literal.js';

const TYPES: Readonly<Record<ParameterType, string>> = {
  text: 'MessageValue',
  number: 'number',
  date: 'Date | number',
  list: 'readonly unknown[]',
};

/** The parameters of a message as an object type. `user.name` is a property of `user`. */
export function valuesText(named: ReadonlyMap<string, ParameterType>): string {
  const types = new Map<string, string>();
  for (const [name, type] of named) {
    const dot = name.indexOf('.');
    if (dot > 0) types.set(name.slice(0, dot), 'object');
    else if (!types.has(name)) types.set(name, TYPES[type]);
  }
  if (types.size === 0) return 'NoValues';
  const members = [...types].sort(([a], [b]) => (a < b ? -1 : 1));
  return `{ ${members.map(([name, type]) => `${literal(name)}: ${type}`).join('; ')} }`;
}
