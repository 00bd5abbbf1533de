import { defineScalarTag, FAILSAFE_SCHEMA, loadAll, realMapTag } from 'js-yaml';
import { isAlias, isMap, isNode, parseAllDocuments, visit, type Node } from 'yaml';

const anyTag = (prefix: string): ReturnType<typeof defineScalarTag<string>> =>
  defineScalarTag<string>(prefix, {
    matchByTagPrefix: true,
    resolve: (source) => source,
    identify: () => false,
  });

const schema = FAILSAFE_SCHEMA.withTags(realMapTag, anyTag('!'), anyTag('tag:'));

/**
 * Every value of a YAML file as read by js-yaml, all scalars as strings, by `keyId`. Aliases are
 * expanded. Elements of sequences in which all have an id are named by it, without the ids
 * themselves.
 */
export function readYaml(text: string): Map<string, string> {
  const values = new Map<string, string>();
  const documents = loadAll(text.replace(/\r(?!\n)/g, '\n'), {
    schema,
    json: true,
  });
  const full = documents.filter((value) => value !== null && value !== undefined && value !== '');
  for (const [index, value] of full.entries())
    collect(value, full.length > 1 ? [String(index)] : [], values);
  return values;
}

function collect(value: unknown, path: readonly string[], values: Map<string, string>): void {
  if (typeof value !== 'object' || value === null) {
    values.set(path.join('\0'), typeof value === 'string' ? value : '');
    return;
  }
  const entries: [unknown, unknown][] = [
    ...(value instanceof Map || Array.isArray(value) ? value.entries() : []),
  ];
  if (entries.length === 0) values.set(path.join('\0'), '');
  const ids = Array.isArray(value) ? idsOf(value) : undefined;
  for (const [at, inner] of entries) {
    const name = ids?.[Number(at)] ?? at;
    const element = ids !== undefined && inner instanceof Map ? withoutId(inner) : inner;
    collect(
      element,
      [...path, Array.isArray(name) ? `[${name.join(', ')}]` : String(name)],
      values,
    );
  }
}

function idsOf(list: readonly unknown[]): readonly string[] | undefined {
  const ids = list.map((element): unknown =>
    element instanceof Map ? element.get('id') : undefined,
  );
  return ids.length > 0 && ids.every((id) => typeof id === 'string') ? ids : undefined;
}

function withoutId(element: ReadonlyMap<unknown, unknown>): Map<unknown, unknown> {
  return new Map([...element].filter(([name]) => name !== 'id'));
}

/** Paths (`keyId`) at which aliases repeat an anchor's value, by the anchor's own path. */
export function aliasPaths(text: string): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const document of parseAllDocuments(text.replace(/\r(?!\n)/g, '\n'), {
    uniqueKeys: false,
  })) {
    if (!isNode(document.contents)) continue;
    const anchors = new Map<string, string>();
    visit(document, {
      Node(key, node, parents) {
        const path = pathOf(key, parents);
        if (!isAlias(node)) {
          if (node.anchor) anchors.set(node.anchor, path);
          return;
        }
        const at = anchors.get(node.source) ?? '';
        found.set(at, [...(found.get(at) ?? []), path]);
      },
    });
  }
  return found;
}

function pathOf(key: number | string | null, parents: readonly unknown[]): string {
  const segments: string[] = [];
  for (const [depth, parent] of parents.entries()) {
    const next = parents[depth + 1];
    if (isMap(parent) && typeof next === 'object' && next !== null && 'key' in next)
      segments.push(String((next.key as Node & { source?: string }).source));
    else if (isSequence(parent))
      segments.push(String(next === undefined ? key : parent.items.indexOf(next)));
  }
  return segments.join('\0');
}

function isSequence(parent: unknown): parent is { items: unknown[] } {
  return typeof parent === 'object' && parent !== null && 'items' in parent && !isMap(parent);
}
