import { DOMParser, type Element, type Node } from '@xmldom/xmldom';
import { keyId } from '../../../src/model/index.js';

/** Every source or target by the key of its unit, as xmldom sees it. Of a key, the last one. */
export function readWithXmldom(text: string, side: 'source' | 'target'): Map<string, string> {
  const parser = new DOMParser({
    // By default xmldom normalises line ends as XML 1.1 has them.
    normalizeLineEndings: (source) => source.replace(/\r\n?/g, '\n'),
    onError: (level, message) => {
      if (level !== 'warning') throw new Error(message);
    },
  });
  const document = parser.parseFromString(text.replace(/^\ufeff/, ''), 'text/xml');
  const files = [...document.getElementsByTagNameNS('*', 'file')];
  const values = new Map<string, string>();
  for (const file of files) {
    const units = [...file.getElementsByTagNameNS('*', 'trans-unit')].filter(isPlain);
    const names = units.map((unit) => unit.getAttribute('resname') ?? '');
    const original = file.getAttribute('original') ?? '';
    for (const unit of units) {
      const resname = unit.getAttribute('resname') ?? '';
      const isName = resname !== '' && names.filter((name) => name === resname).length === 1;
      const name = isName ? resname : (unit.getAttribute('id') ?? '');
      if (name === '') continue;
      const key = files.length > 1 ? [original, name] : [name];
      addUnit(values, { unit, key, side });
    }
  }
  return values;
}

function addUnit(
  values: Map<string, string>,
  { unit, key, side }: { unit: Element; key: string[]; side: 'source' | 'target' },
): void {
  const content = child(unit, side);
  const segments = segmentsOf(child(unit, 'seg-source'));
  if (segments.length < 2) {
    values.set(keyId(key), content === undefined ? '' : textOf(content));
    return;
  }
  const texts = side === 'source' ? segments : segmentsOf(content);
  segments.forEach((segment) => {
    const mid = segment.getAttribute('mid') ?? '';
    const found = texts.find((one) => one.getAttribute('mid') === mid);
    values.set(keyId([...key, mid]), found === undefined ? '' : textOf(found));
  });
}

/** Not inside a `<bin-unit>`. */
function isPlain(element: Element): boolean {
  for (let at = element.parentNode; at !== null; at = at.parentNode)
    if ((at as Element).localName === 'bin-unit') return false;
  return true;
}

function child(element: Element, name: string): Element | undefined {
  return [...element.childNodes].find(
    (node): node is Element => node.nodeType === 1 && (node as Element).localName === name,
  );
}

function segmentsOf(content: Element | undefined): Element[] {
  if (content === undefined) return [];
  return [...content.getElementsByTagNameNS('*', 'mrk')].filter(
    (mark) => mark.getAttribute('mtype') === 'seg',
  );
}

/** Text, with inline elements by name and id. */
function textOf(node: Node): string {
  return [...node.childNodes]
    .map((inner) => {
      if (inner.nodeType === 3 || inner.nodeType === 4) return inner.nodeValue ?? '';
      if (inner.nodeType !== 1) return '';
      const element = inner as Element;
      if (element.localName === 'mrk' && element.getAttribute('mtype') === 'seg')
        return textOf(element);
      const id = element.getAttribute('id') ?? '';
      return `\u{e000}${element.localName ?? ''} ${id}\u{e001}${textOf(element)}\u{e002}`;
    })
    .join('');
}
