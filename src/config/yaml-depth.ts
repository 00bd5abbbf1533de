import type { CST } from 'yaml';

/** The deepest nesting of a config. The YAML composer is recursive and could exhaust the stack. */
const MAX_DEPTH = 200;

/** @throws RangeError for YAML whose collections are nested too deeply */
export function refuseDeepYaml(tokens: readonly CST.Token[]): void {
  for (const token of tokens) {
    if (token.type === 'document' && token.value !== undefined) walk(token.value);
  }
}

function walk(value: CST.Token): void {
  let level: readonly CST.Token[] = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > MAX_DEPTH) throw new RangeError(`more than ${MAX_DEPTH} levels`);
    level = level.flatMap((token) => ('items' in token ? token.items.flatMap(inside) : []));
  }
}

function inside({ key, value }: CST.CollectionItem): readonly CST.Token[] {
  return [key, value].filter((token) => token !== undefined && token !== null);
}
