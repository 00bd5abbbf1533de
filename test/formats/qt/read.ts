import { childrenOf, readElements, type Element } from '../support/xml-reader.js';

/** Translations as saxes reads them: context, comment, source or id, and the number of a form. */
export function readQt(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  const root = readElements(text);
  for (const context of [root, ...childrenOf(root, 'context')]) {
    const name = flatten(childrenOf(context, 'name')[0]);
    for (const message of childrenOf(context, 'message')) {
      const [translation] = childrenOf(message, 'translation');
      const type = translation?.attributes['type'] ?? '';
      const source = flatten(childrenOf(message, 'source')[0]);
      const what = message.attributes['id'] ?? source;
      if (translation === undefined || /vanished|obsolete/.test(type) || what === '') continue;
      const comment = flatten(childrenOf(message, 'comment')[0]);
      const id = [name, ...(comment === '' ? [] : [comment]), what].join('\u0000');
      if (message.attributes['numerus'] !== 'yes') values.set(id, flatten(translation));
      for (const [at, form] of childrenOf(translation, 'numerusform').entries())
        values.set(`${id}\u0000${at}`, flatten(form));
    }
  }
  return values;
}

function flatten(element: Element | undefined): string {
  return (element?.content ?? [])
    .map((one) => {
      if (typeof one === 'string') return one;
      if (one.name !== 'byte') return '';
      return String.fromCodePoint(Number.parseInt((one.attributes['value'] ?? '').slice(1), 16));
    })
    .join('');
}
