import { marksIn, withoutMarks } from '../../src/model/index.js';
import type { MarkedScreen } from '../../src/model/index.js';

// Evaluated in a page under test: finds the texts that have marks, and removes the marks.

/** Takes the result. */
declare const done: (screen: MarkedScreen) => void;

type Box = MarkedScreen['texts'][number]['box'];

const texts: MarkedScreen['texts'][number][] = [];

/** The text without marks, after noting the units that it shows. */
function read(text: string, { x, y, width, height }: DOMRect): string {
  const isVisible = width > 0 && height > 0 && y < innerHeight && y + height > 0;
  const box: Box = [x, y, width, height].map(Math.round) as unknown as Box;
  for (const { unit } of isVisible ? marksIn(text) : []) texts.push({ unit, box });
  return withoutMarks(text);
}

function visit(node: Node): void {
  if (node instanceof Text && marksIn(node.data).length > 0) {
    const range = document.createRange();
    range.selectNodeContents(node);
    node.data = read(node.data, range.getBoundingClientRect());
  }
  if (node instanceof Element) {
    for (const attribute of node.attributes) {
      const isMarked = marksIn(attribute.value).length > 0;
      if (isMarked) attribute.value = read(attribute.value, node.getBoundingClientRect());
    }
    node.shadowRoot?.childNodes.forEach(visit);
  }
  node.childNodes.forEach(visit);
}

visit(document);
done({ width: innerWidth, height: innerHeight, texts });
