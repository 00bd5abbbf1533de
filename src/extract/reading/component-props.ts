import { pathOf } from './nodes.js';
import type { Node } from './nodes.js';
import type { Given } from './scope.js';

const COMPONENT = /^(?:V?FC|V?FunctionComponent|Component|ParentComponent)$/;

/** The type of a component's props if its parameter does not declare it: `const C: FC<P> = …`. */
export function propsGiven(node: Node): Given | undefined {
  const type = propsTypeOf(node);
  return type && { type, at: 0 };
}

function propsTypeOf(node: Node): Node | undefined {
  if (node.type === 'VariableDeclarator') {
    const annotation = 'typeAnnotation' in node.id ? node.id.typeAnnotation : undefined;
    const type = annotation?.type === 'TSTypeAnnotation' ? annotation.typeAnnotation : undefined;
    if (type?.type !== 'TSTypeReference') return undefined;
    const { typeName, typeParameters } = type;
    const name = typeName.type === 'TSQualifiedName' ? typeName.right : typeName;
    return COMPONENT.test(name.name) ? typeParameters?.params[0] : undefined;
  }
  if (node.type !== 'CallExpression') return undefined;
  const name = pathOf(node.callee)?.at(-1);
  const types = node.typeParameters?.type === 'TSTypeParameterInstantiation' && node.typeParameters;
  if (!types) return undefined;
  // `forwardRef<HTMLElement, P>(…)`
  return name === 'forwardRef' ? types.params[1] : name === 'memo' ? types.params[0] : undefined;
}
