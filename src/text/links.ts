import type { MessageSyntax } from '../model/index.js';

/** A reference from one text to another, which is shown in its place with the same parameters. */
export interface Link {
  /** As written: `greet`, `user.name`, `shop:title`. */
  readonly key: string;
  /** Parameters that the reference itself sets: `count` of `$t(item, { "count": {{n}} })`. */
  readonly given: readonly string[];
  /** Text between the braces of those parameters: `n`. */
  readonly used: readonly string[];
}

const VUE = /@(?:\.\w{1,40})?:(?:\{'([^'{}]{1,200})'\}|\(([^()]{1,200})\)|([\w$][\w$.-]{0,200}))/g;
const I18NEXT = /\$t\(\s*(['"]?)([^'",()]{1,200}?)\1\s*(?:,\s*\{([^()]{0,500})\}\s*)?\)/g;
const GIVEN = /['"]?([\w.]+)['"]?\s*:/g;
const USED = /\{\{-?\s*([\w.]+)[^{}]*\}\}/g;

/** The references in a text of vue-i18n (`@:key`) or i18next (`$t(key)`). */
export function linksIn(text: string, syntax: MessageSyntax): readonly Link[] {
  if (syntax === 'vue' && text.includes('@'))
    return Array.from(text.matchAll(VUE), ([, quoted, inside, bare = '']) => {
      return { key: quoted ?? inside ?? bare, given: [], used: [] };
    });
  if (syntax.startsWith('i18next') && text.includes('$t('))
    return Array.from(text.matchAll(I18NEXT), ([, , key = '', options = '']) => {
      const given = options.replace(USED, '').matchAll(GIVEN);
      return { key, given: names(given), used: names(options.matchAll(USED)) };
    });
  return [];
}

function names(found: Iterable<RegExpExecArray>): readonly string[] {
  return Array.from(found, ([, name = '']) => name);
}
