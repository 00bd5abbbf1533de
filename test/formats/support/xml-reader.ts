import { SaxesParser } from 'saxes';

/** An element as read by saxes. */
export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Characters and elements, in order. */
  readonly content: (string | Element)[];
}

/** Reads a file with saxes, an independent XML parser. Entities are not expanded. */
export function readElements(text: string): Element {
  const parser = new SaxesParser();
  for (const [, name = ''] of text.matchAll(/<!ENTITY\s+([\w.-]+)/g))
    parser.ENTITIES[name] = `&${name};`;
  const root: Element = { name: '', attributes: {}, content: [] };
  const open = [root];
  const add = (characters: string): void => void open.at(-1)?.content.push(characters);
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('opentag', ({ name, attributes }) => {
    const element = { name, attributes: { ...attributes }, content: [] };
    open.at(-1)?.content.push(element);
    open.push(element);
  });
  parser.on('closetag', () => void open.pop());
  parser.write(text).close();
  const [only] = childrenOf(root);
  if (only === undefined) throw new Error('no root element');
  return only;
}

export function childrenOf({ content }: Element, name?: string): Element[] {
  return content.filter(
    (one): one is Element => typeof one !== 'string' && (name === undefined || one.name === name),
  );
}

/** All characters in an element. */
export function charactersOf({ content }: Element): string {
  return content.map((one) => (typeof one === 'string' ? one : charactersOf(one))).join('');
}
