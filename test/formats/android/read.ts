import { childrenOf, readElements, type Element } from '../support/xml-reader.js';

/** Texts of resources as `aapt2` reads them, step by step as its `StringBuilder` goes. */
export function readAndroid(text: string): ReadonlyMap<string, string> {
  const values = new Map<string, string>();
  for (const element of childrenOf(readElements(text))) {
    const { name = '', product } = element.attributes;
    const id = product === undefined ? name : `${name}\u0000${product}`;
    if (element.name === 'string') values.set(id, flatten(element));
    if (element.name === 'plurals')
      for (const item of childrenOf(element, 'item'))
        values.set(`${id}\u0000${item.attributes['quantity']}`, flatten(item));
    if (element.name === 'string-array')
      for (const [at, item] of childrenOf(element, 'item').entries())
        values.set(`${id}\u0000${at}`, flatten(item));
  }
  return values;
}

/** The characters alone, and tags by their names. */
function flatten(element: Element): string {
  const runs: string[] = [];
  const walk = ({ content }: Element): void => {
    for (const one of content) {
      if (typeof one === 'string') {
        const last = runs.at(-1);
        if (last !== undefined && !last.startsWith('\u0001')) runs[runs.length - 1] = last + one;
        else runs.push(one);
        continue;
      }
      runs.push(`\u0001<${one.name}>`);
      walk(one);
      runs.push(`\u0001</${one.name}>`);
    }
  };
  walk(element);
  const texts = runs.flatMap((run, at) => (run.startsWith('\u0001') ? [] : [at]));
  const [first, last] = [texts[0], texts.at(-1)];
  const state = { quoted: false, space: false };
  return runs
    .map((run, at) => {
      if (run.startsWith('\u0001')) {
        // A style ends quotes and white space.
        if (!run.includes(':')) Object.assign(state, { quoted: false, space: false });
        return run;
      }
      let data = run;
      if (at === first) data = data.replace(/^[ \t\n\v\f\r]+/, '');
      if (at === last) data = data.replace(/[ \t\n\v\f\r]+$/, '');
      return build(data, state);
    })
    .join('');
}

function build(data: string, state: { quoted: boolean; space: boolean }): string {
  let out = '';
  for (let i = 0; i < data.length; i += 1) {
    const one = data.charAt(i);
    if (!state.quoted && ' \t\n\v\f\r'.includes(one)) {
      if (!state.space) out += ' ';
      state.space = true;
      continue;
    }
    state.space = false;
    if (one === '\\') {
      i += 1;
      const next = data.charAt(i);
      if (next === 'u') {
        out += String.fromCharCode(Number.parseInt(data.slice(i + 1, i + 5), 16));
        i += 4;
      } else out += next === 'n' ? '\n' : next === 't' ? '\t' : next;
    } else if (one === '"') state.quoted = !state.quoted;
    else out += one;
  }
  return out;
}
