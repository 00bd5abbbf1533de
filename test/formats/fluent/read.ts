import { parse, serializeExpression, type Pattern } from '@fluent/syntax';

/** Texts of a file as @fluent/syntax reads them, by name: a parser of another make. */
export function readFluent(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const resource = parse(text.replace(/^\ufeff/, ''), { withSpans: false });
  for (const entry of resource.body) {
    if (entry.type !== 'Message' && entry.type !== 'Term') continue;
    const name = (entry.type === 'Term' ? '-' : '') + entry.id.name;
    if (entry.value) values.set(name, textOf(entry.value));
    if (entry.type === 'Term') continue;
    for (const { id, value } of entry.attributes) values.set(`${name}\0${id.name}`, textOf(value));
  }
  return values;
}

/** Whether there is an entry with a name that cannot be read. */
export function hasBrokenEntry(text: string): boolean {
  const { body } = parse(text.replace(/^\ufeff/, ''), { withSpans: false });
  return body.some(
    ({ type, content }) => type === 'Junk' && /^-?[A-Za-z][\w-]*[ \t]*(?:=|$)/.test(content),
  );
}

/** A pattern without its layout, with every escape resolved. */
export function textOf({ elements }: Pattern): string {
  return elements
    .map((element) => {
      if (element.type === 'TextElement') return element.value;
      const { expression } = element;
      if (expression.type === 'StringLiteral') return expression.parse().value;
      if (expression.type !== 'SelectExpression') return `{ ${serializeExpression(expression)} }`;
      const variants = expression.variants.map(({ key, value, default: isDefault }) => {
        const name = key.type === 'Identifier' ? key.name : key.value;
        return `${isDefault ? '*' : ''}[${name}] ${textOf(value)}\n`;
      });
      return `{ ${serializeExpression(expression.selector)} ->\n${variants.join('')}}`;
    })
    .join('');
}
