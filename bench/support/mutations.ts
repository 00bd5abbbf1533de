/** How a placeholder is damaged. */
export const DAMAGES = ['drop', 'double', 'rename', 'translate'] as const;
export type Damage = (typeof DAMAGES)[number];

/**
 * The placeholders that the library of a project reads, told by patterns of their own: what the
 * rules take for one must not decide what they are tested with. A name, where there is one, is the
 * group.
 */
const PLACEHOLDERS: Readonly<Record<string, RegExp>> = {
  'angular-translate': /\{\{(\w+)\}\}|\{%(\w+)%\}/g,
  arb: /\{(\w+)\}/g,
  chrome: /\$(\w+)\$|\$\d/g,
  etherpad: /\{\{(\w+)\}\}/g,
  hugo: /\{\{ ?\.(\w+) ?\}\}/g,
  i18next: /\{\{-? ?(\w+)[^{}]*\}\}/g,
  icu: /\{(\w+)\}/g,
  inlang: /\{(\w+)\}/g,
  laravel: /(?<![\w:]):([a-z_]{2,})\b/g,
  mediawiki: /\$\d/g,
  nextcloud: /\{(\w+)\}|%[sn]/g,
  nodebb: /%\d/g,
  polyglot: /%\{(\w+)\}/g,
  printf: /%(?:\d\$)?[sd](?!\w)/g,
  'python printf': /%\((\w+)\)s/g,
  rails: /%\{(\w+)\}/g,
  symfony: /%([a-z_]+)%/g,
  transloco: /\{\{(\w+)\}\}/g,
  vue: /\{(\w+)\}/g,
};

/** Messages with arms are left out: what of an arm may be missing depends on the language. */
const ARMS = /\{\s*\w+\s*,\s*\w+\s*,|\{\{[A-Z]+:|\|/;

/** The target with its first placeholder damaged; undefined where there is none to damage so. */
export function damaged(target: string, syntax: string, damage: Damage): string | undefined {
  const pattern = PLACEHOLDERS[syntax.split(',')[0]?.trim() ?? ''];
  if (pattern === undefined || ARMS.test(target)) return undefined;
  const [match] = target.matchAll(pattern);
  if (match === undefined) return undefined;
  const [whole, ...names] = match;
  const name = names.find(Boolean);
  const replace = (by: string): string =>
    target.slice(0, match.index) + by + target.slice(match.index + whole.length);
  if (damage === 'drop') return replace('');
  if (damage === 'double') return replace(`${whole} ${whole}`);
  if (name === undefined) return undefined;
  return replace(whole.replace(name, damage === 'rename' ? `${name}x` : 'übersetzt'));
}
