import type { ParameterType } from '../../text/index.js';
import { literal } from '../literal.js';
import type { TypedUnit } from '../messages-of.js';

const FORMATS: Readonly<Record<ParameterType, string>> = {
  text: '',
  number: ', number',
  date: ', date',
  list: '',
};

/** An ICU message reduced to its parameters and tags: libraries derive them from its type. */
export function icuLeaf({ named, tags }: TypedUnit): string {
  const parameters = [...named].map(([name, type]) => `{${name}${FORMATS[type]}}`).sort();
  const elements = tags.map((name) => `<${name}></${name}>`).sort();
  return parameters.length + elements.length === 0
    ? 'string'
    : literal([...parameters, ...elements].join(''));
}
