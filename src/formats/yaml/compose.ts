import { Composer, type CST, type ParsedNode } from 'yaml';
import { formatError } from '../kit/unusable.js';
import { explain } from './explain.js';
import { MAX_DEPTH, TOO_DEEP, tokensOf, type Fail } from './tokens.js';

export interface Composed {
  readonly contents: ParsedNode | null;
  /** Whether there is a `%YAML 1.1` directive. */
  readonly yaml11: boolean;
  /** Offset after the document's last character. */
  readonly end: number;
}

/**
 * The YAML documents of a file with their source tokens. Aliases are not expanded and plain scalars
 * not resolved.
 * @throws FormatError `syntax` at the first invalid YAML, `too-deep`
 */
export function compose(source: string, file: string | undefined): readonly Composed[] {
  const composer = new Composer({
    keepSourceTokens: true,
    prettyErrors: false,
    schema: 'failsafe',
    // `!!omap` and `!!pairs` stay sequences, as written.
    resolveKnownTags: false,
    // The walk finds duplicates in linear time.
    uniqueKeys: false,
  });
  const documents: Composed[] = [];
  const fail: Fail = (code, message: string, offset) =>
    formatError(code, message, { text: source, offset: Math.min(offset, source.length), file });
  for (const token of tokensOf(source, fail)) {
    if (token.type === 'document') {
      const deep = firstTooDeep(token);
      if (deep !== undefined) throw fail('too-deep', TOO_DEEP, deep);
    }
    for (const document of composer.next(token)) documents.push(accept(document, fail));
  }
  for (const document of composer.end()) documents.push(accept(document, fail));
  return documents;
}

type ComposedDocument = ReturnType<Composer['next']> extends Generator<infer D> ? D : never;

function accept(document: ComposedDocument, fail: Fail): Composed {
  const [error] = document.errors;
  if (error !== undefined) throw fail('syntax', explain(error.message), error.pos[0]);
  const version = document.directives.yaml;
  return {
    contents: document.contents,
    yaml11: version.explicit === true && version.version === '1.1',
    end: document.range[2],
  };
}

/**
 * Offset of the first collection below the limit. Walks without recursion, because it protects
 * recursive code.
 */
function firstTooDeep(document: CST.Document): number | undefined {
  const stack: { readonly token: CST.Token; readonly depth: number }[] = [];
  const push = (token: CST.Token | null | undefined, depth: number): void => {
    if (token && 'items' in token) stack.push({ token, depth });
  };
  push(document.value, 1);
  for (let top = stack.pop(); top !== undefined; top = stack.pop()) {
    const { token, depth } = top;
    if (!('items' in token)) continue;
    if (depth > MAX_DEPTH) return token.offset;
    for (const item of token.items) {
      push(item.key, depth + 1);
      push(item.value, depth + 1);
    }
  }
  return undefined;
}
