import type * as t from '@babel/types';
import { propertyOf, unwrap } from './nodes.js';
import type { Node } from './nodes.js';
import { joinParts } from './parts.js';
import type { Parts } from './parts.js';
import type { Scope } from './scope.js';
import { textsOf } from './texts.js';
import type { Translator } from './translator.js';
import type { Use } from './use.js';

interface Pathing {
  readonly keys: readonly Parts[];
  /** The options of the call. */
  readonly object: t.ObjectExpression | undefined;
  readonly translator: Translator;
  readonly scope: Scope;
  readonly keySeparator: string | false;
}

/**
 * `t(['home', 'title'])` and `t('title', { scope: 'home' })` in i18n-js: the names of one key. In
 * other libraries these are alternative keys, and a value.
 */
export function pathsOf(
  first: Node,
  { keys, object, translator, scope, keySeparator }: Pathing,
): readonly Pick<Use, 'key' | 'prefix'>[] {
  if (translator.library === 'i18next' || keySeparator === false) return [];
  const sign: Parts = [keySeparator];
  const inScope = object && propertyOf(object, 'scope');
  const names = first.type === 'ArrayExpression' ? pathIn(first, sign, scope) : undefined;
  if (inScope === undefined) return names === undefined ? [] : [{ key: names }];
  const node = unwrap(inScope);
  const head = node.type === 'ArrayExpression' ? pathIn(node, sign, scope) : undefined;
  const before = head ?? textsOf(inScope, scope)[0] ?? ['', ''];
  return (names === undefined ? keys : [names]).map((key) => ({
    key,
    prefix: joinParts(before, sign),
  }));
}

/** The names in a list, joined; undefined for a list with fewer than two. */
function pathIn({ elements }: t.ArrayExpression, sign: Parts, scope: Scope): Parts | undefined {
  if (elements.length < 2) return undefined;
  return elements
    .map((one): Parts => (one === null ? [''] : (textsOf(one, scope)[0] ?? ['', ''])))
    .reduce((path, name) => joinParts(joinParts(path, sign), name));
}
