import { DOMParser, type Element, type Node } from '@xmldom/xmldom';
import { keyId } from '../../../src/model/index.js';

/**
 * Every source or target by the key of its unit, as xmldom sees it. `cp` counts as what it stands
 * for.
 */
export function readWithXmldom(text: string, side: 'source' | 'target'): Map<string, string> {
  const parser = new DOMParser({
    // By default xmldom normalises line ends as XML 1.1 has them.
    normalizeLineEndings: (source) => source.replace(/\r\n?/g, '\n'),
    onError: (level, message) => {
      if (level !== 'warning') throw new Error(message);
    },
  });
  const document = parser.parseFromString(text.replace(/^\ufeff/, ''), 'text/xml');
  const values = new Map<string, string>();
  for (const unit of all(document, 'unit')) {
    const file = ancestor(unit, 'file');
    const segments = children(unit).filter(({ localName }) => localName === 'segment');
    const ids = new Set(segments.map((segment) => segment.getAttribute('id')));
    segments.forEach((segment, index) => {
      const ordinal = `s${String(index + 1)}`;
      const last = segment.getAttribute('id') ?? (ids.has(ordinal) ? `#${ordinal}` : ordinal);
      const key = [file.getAttribute('id') ?? '', unit.getAttribute('id') ?? ''];
      const content = children(segment).find(({ localName }) => localName === side);
      values.set(
        keyId(segments.length === 1 ? key : [...key, last]),
        content === undefined ? '' : textOf(content),
      );
    });
  }
  return values;
}

function all(
  document: { getElementsByTagNameNS: (uri: string, name: string) => Iterable<Element> },
  name: string,
): Element[] {
  return [...document.getElementsByTagNameNS('*', name)].filter(
    (element) => element.namespaceURI?.startsWith('urn:oasis:names:tc:xliff:document:2') === true,
  );
}

function children(element: Element): Element[] {
  return [...element.childNodes].filter((node): node is Element => node.nodeType === 1);
}

function ancestor(element: Element, name: string): Element {
  let at = element.parentNode as Element;
  while (at.localName !== name) at = at.parentNode as Element;
  return at;
}

/** Text, with inline elements by name and id. */
function textOf(node: Node): string {
  return [...node.childNodes]
    .map((child) => {
      if (child.nodeType === 3 || child.nodeType === 4) return child.nodeValue ?? '';
      if (child.nodeType !== 1) return '';
      const element = child as Element;
      if (element.localName === 'cp')
        return String.fromCodePoint(Number.parseInt(element.getAttribute('hex') ?? '', 16));
      const id = element.getAttribute('id') ?? element.getAttribute('startRef') ?? '';
      return `\u{e000}${element.localName ?? ''} ${id}\u{e001}${textOf(element)}\u{e002}`;
    })
    .join('');
}
