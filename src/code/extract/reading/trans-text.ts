import type * as t from '@babel/types';
import { propertyOf, unwrap } from './nodes.js';
import type { Node } from './nodes.js';

/** Elements without attributes that are kept as they are: `transKeepBasicHtmlNodesFor`. */
const KEPT = /^(?:br|strong|i|p)$/;

type Child = t.JSXElement['children'][number];

/**
 * The text that react-i18next derives from the children of `<Trans>`: elements by number, values in
 * braces.
 */
export function transText(children: readonly Child[]): string {
  return pieces(children)
    .map((piece, at) => (typeof piece === 'string' ? piece : elementText(piece, at)))
    .join('');
}

/** Whether a text contains a value that is only known at run time, which is then part of its key. */
export function hasUnknown(children: readonly Child[]): boolean {
  return pieces(children).some((piece) => {
    if (typeof piece === 'string') return false;
    return piece.type !== 'JSXElement' || hasUnknown(piece.children);
  });
}

/** Texts and elements, without children that React ignores. */
function pieces(children: readonly Child[]): readonly (string | Node)[] {
  return children.flatMap((child): readonly (string | Node)[] => {
    switch (child.type) {
      case 'JSXText': {
        const text = lineText(child.value);
        return text === '' ? [] : [text];
      }
      case 'JSXExpressionContainer':
        return expressionPieces(unwrap(child.expression));
      case 'JSXFragment':
        return pieces(child.children);
      case 'JSXElement':
        return [child];
      default:
        return [];
    }
  });
}

function expressionPieces(node: Node): readonly (string | Node)[] {
  switch (node.type) {
    case 'JSXEmptyExpression':
    case 'NullLiteral':
    case 'BooleanLiteral':
      return [];
    case 'StringLiteral':
      return node.value === '' ? [] : [node.value];
    case 'NumericLiteral':
      return [String(node.value)];
    case 'TemplateLiteral':
      return node.quasis.length === 1 ? [node.quasis[0]?.value.cooked ?? ''] : [node];
    case 'Identifier':
      return [`{{${node.name}}}`];
    case 'ObjectExpression': {
      const [only, ...more] = node.properties;
      const name =
        only?.type === 'ObjectProperty' && only.key.type === 'Identifier' ? only.key.name : '';
      const format = propertyOf(node, 'format');
      if (name === '' || (more.length > 0 && format?.type !== 'StringLiteral')) return [node];
      return [`{{${name}${format?.type === 'StringLiteral' ? `, ${format.value}` : ''}}}`];
    }
    default:
      return [node];
  }
}

function elementText(node: Node, at: number): string {
  if (node.type !== 'JSXElement') return `<${at}></${at}>`;
  const { name, attributes } = node.openingElement;
  const tag = name.type === 'JSXIdentifier' ? name.name : '';
  const inner = node.children.length === 0 ? '' : transText(node.children);
  const isPlain = attributes.length === 0 && KEPT.test(tag);
  const hasElements = pieces(node.children).some((piece) => typeof piece !== 'string');
  if (isPlain && inner === '') return `<${tag}/>`;
  if (isPlain && !hasElements) return `<${tag}>${inner}</${tag}>`;
  return `<${at}>${inner}</${at}>`;
}

/** Removes white space at the ends of lines, as JSX does. */
function lineText(text: string): string {
  const lines = text.split(/\r\n|\n|\r/);
  const last = lines.length - 1;
  return decoded(
    lines
      .map((line, at) => {
        const start = at === 0 ? line : line.trimStart();
        return at === last ? start : start.trimEnd();
      })
      .filter((line) => line !== '')
      .join(' '),
  );
}

const ENTITIES: Readonly<Record<string, string>> = {
  '&amp;': '&',
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&nbsp;': '\u00a0',
};

/** Decodes the most frequent entities; the parser has already decoded those in element content. */
export function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
}
