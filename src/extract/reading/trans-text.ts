import type * as t from '@babel/types';
import { propertyOf, unwrap } from './nodes.js';
import type { Node } from './nodes.js';

/** Elements that stay as they are, if they have no attributes: `transKeepBasicHtmlNodesFor`. */
const KEPT = /^(?:br|strong|i|p)$/;

type Child = t.JSXElement['children'][number];

/**
 * The text of what is inside a `<Trans>` of react-i18next, as it makes one: elements by their
 * number, values in braces.
 */
export function transText(children: readonly Child[]): string {
  return pieces(children)
    .map((piece, at) => (typeof piece === 'string' ? piece : elementText(piece, at)))
    .join('');
}

/** Texts and elements; what React leaves out counts as none. */
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

/** White space at the ends of lines is none, as in JSX. */
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

/** The entities that texts have most; the parser has decoded the text of elements already. */
export function decoded(text: string): string {
  return text.replace(/&(?:amp|lt|gt|quot|apos|nbsp);/g, (entity) => ENTITIES[entity] ?? entity);
}
