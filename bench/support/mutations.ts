import { TAG_DAMAGES, damagedTag } from './tag-mutations.js';
import { ARM_DAMAGES, damagedArm } from './arm-mutations.js';
import type { Damageable } from './damageable.js';

/** The target with its first placeholder spelled like that of another family. */
const FOREIGN: Readonly<Record<string, (name: string) => string>> = {
  '{name}': (name) => `{${name}}`,
  '{{name}}': (name) => `{{${name}}}`,
  '{{Name}}': (name) => `{{${name.charAt(0).toUpperCase()}${name.slice(1)}}}`,
  '%{name}': (name) => `%{${name}}`,
  '%(name)d': (name) => `%(${name})d`,
  '${name}': (name) => `\${${name}}`,
  '%d': () => '%d',
  '%1$s': () => '%1$s',
};
const FOREIGN_DAMAGES = Object.keys(FOREIGN).flatMap(
  (spelling) => [`as ${spelling}`, `add ${spelling}`] as const,
);

/** Ways to damage a placeholder. */
const PLACEHOLDER_DAMAGES = [
  'drop',
  'double',
  'rename',
  'translate',
  'case',
  'space after the first sign',
  'space in the name',
  'full width',
  'lose the last sign',
  'lose the first sign',
  'other number',
  'other type',
] as const;

/** Ways to damage a whole text, where its library minds. */
const TEXT_DAMAGES = [
  'add {',
  'add }',
  'lose an escape',
  'add a mail address',
  'add a bar',
] as const;

/** All ways to damage a correct translation: placeholders, whole texts, tags, arms of plurals. */
export const DAMAGES: readonly string[] = [
  ...PLACEHOLDER_DAMAGES,
  ...FOREIGN_DAMAGES,
  ...TEXT_DAMAGES,
  ...TAG_DAMAGES,
  ...ARM_DAMAGES,
];
export type Damage = string;

export type DamageKind = 'placeholder' | 'foreign' | 'text' | 'tag' | 'arms';

export function kindOf(damage: Damage): DamageKind {
  if (isOneOf(TAG_DAMAGES, damage)) return 'tag';
  if (isOneOf(ARM_DAMAGES, damage)) return 'arms';
  if (isOneOf(TEXT_DAMAGES, damage)) return 'text';
  return isOneOf(PLACEHOLDER_DAMAGES, damage) ? 'placeholder' : 'foreign';
}

const POSITIONAL = /%(?:\d\$)?l{0,2}[sd@](?!\w)/g;
const BRACES = /(?<!['{%$])\{(\w+)\}(?!\})/g;

/**
 * The placeholders of a project's library, found with separate patterns: the rules under test must
 * not decide what they are tested with. The group is the placeholder's name, if it has one.
 */
const PLACEHOLDERS: Readonly<Record<string, RegExp>> = {
  android: POSITIONAL,
  'angular-translate': /\{\{(\w+)\}\}|\{%(\w+)%\}/g,
  apple: POSITIONAL,
  arb: BRACES,
  'c-format': POSITIONAL,
  chrome: /\$(\w+)\$|\$\d/g,
  dotnet: /\{\d(?::\w+)?\}/g,
  etherpad: /\{\{(\w+)\}\}/g,
  fluent: /\{ ?[$-]?([\w-]+)(?:\(\$\w+, \w+: "\w+"\))? ?\}/g,
  'go-i18n': /\{\{\.(\w+)\}\}/g,
  hugo: /\{\{ ?\.(\w+) ?\}\}/g,
  i18next: /\{\{-? ?(\w+)[^{}]*\}\}|\$t\((\w+)\)/g,
  'i18next v3': /__(\w+?)__/g,
  icu: BRACES,
  inlang: BRACES,
  java: /\{\d(?:,\w+)?\}/g,
  'javascript-format': POSITIONAL,
  laravel: /(?<![\w:]):([a-z_]{2,})\b/g,
  mediawiki: /\$\d/g,
  nextcloud: /\{(\w+)\}|%[sn]/g,
  nodebb: /%\d/g,
  'perl-brace-format': BRACES,
  'php-format': POSITIONAL,
  polyglot: /%\{(\w+)\}/g,
  printf: /%(?:\d\$)?[sd](?!\w)/g,
  'python-brace-format': BRACES,
  'python-format': /%\((\w+)\)[sd]/g,
  'python printf': /%\((\w+)\)s/g,
  qt: /%(?:\d|n)/g,
  'qt-format': /%\d/g,
  rails: /%\{(\w+)\}/g,
  symfony: /%([a-z_]+)%/g,
  transloco: /\{\{(\w+)\}\}/g,
  vue: /\{(\w+)\}|@(?:\.lower)?:(\w+)/g,
  xcstrings: POSITIONAL,
};

/** Messages with arms are excluded, because the language decides what an arm may omit. */
const ARMS = /\{\s*\$?\w+\s*(?:,\s*\w+\s*,|->)|\{\{[A-Z]+:|\{\[|\|/;

/** Libraries that read white space inside the brackets of a placeholder as nothing. */
const SPACED = new Set(
  'angular-translate arb etherpad fluent go-i18n hugo i18next icu inlang transloco vue'.split(' '),
);
/** Libraries that cannot read, or show nothing of, a text with a lone brace. */
const MINDS_OPEN = new Set('arb dotnet fluent icu java python-brace-format vue'.split(' '));
const MINDS_CLOSE = new Set('arb dotnet fluent icu python-brace-format vue'.split(' '));
const MINDS_BARS = new Set(['vue', 'polyglot']);

/** The damaged target; undefined if it contains nothing to damage this way. */
export function damaged(text: Damageable, damage: Damage): string | undefined {
  const made = damageOf(text, damage);
  // An empty text is missing, not damaged.
  return made === undefined || made.trim() === '' || made === text.target ? undefined : made;
}

function damageOf(text: Damageable, damage: Damage): string | undefined {
  if (isOneOf(TAG_DAMAGES, damage)) return damagedTag(text, damage);
  if (isOneOf(ARM_DAMAGES, damage)) return damagedArm(text, damage);
  if (isOneOf(TEXT_DAMAGES, damage)) return damagedText(text, damage);
  return damagedPlaceholder(text, damage);
}

function isOneOf<T extends string>(list: readonly T[], one: string): one is T {
  return (list as readonly string[]).includes(one);
}

function damagedText(
  { target, library }: Damageable,
  damage: (typeof TEXT_DAMAGES)[number],
): string | undefined {
  switch (damage) {
    case 'add {':
      return MINDS_OPEN.has(library) ? `${target} { x` : undefined;
    case 'add }':
      return MINDS_CLOSE.has(library) ? `${target} }` : undefined;
    case 'add a mail address':
      return library === 'vue' && !target.includes('|') ? `${target} me@example.com` : undefined;
    case 'add a bar': {
      const bar = library === 'polyglot' ? '||||' : '|';
      if (!MINDS_BARS.has(library) || target.includes('|') || !/\{\w+\}/.test(target))
        return undefined;
      return target.replace(/ (?=[^ ]*$)/, ` ${bar} `);
    }
    case 'lose an escape':
      return target.replace(/%%|\{'@'\}/, (escape) => (escape === '%%' ? '%' : '@'));
  }
}

const wide = (sign: string): string => String.fromCharCode(sign.charCodeAt(0) + 0xfee0);

function damagedPlaceholder(
  { target, library, isFew }: Damageable,
  damage: string,
): string | undefined {
  const pattern = PLACEHOLDERS[library];
  if (pattern === undefined || ARMS.test(target)) return undefined;
  if (isFew && damage === 'drop') return undefined;
  const [match] = target.matchAll(pattern);
  if (match === undefined) return undefined;
  const [whole, ...names] = match;
  const name = names.find(Boolean);
  const replace = (by: string | undefined): string | undefined =>
    by === undefined
      ? undefined
      : target.slice(0, match.index) + by + target.slice(match.index + whole.length);
  const renamed = (to: (own: string) => string): string | undefined =>
    name === undefined ? undefined : replace(whole.replace(name, to));
  const [kind = '', spelling = ''] = damage.split(/ (.*)/);
  const foreign = FOREIGN[spelling];
  if (foreign !== undefined) {
    const by = foreign(name ?? 'count');
    const isOwn = by === whole || new RegExp(`^(?:${pattern.source})$`).test(by);
    if (isOwn) return undefined;
    return kind === 'as' ? replace(by) : `${target} ${by}`;
  }
  switch (damage as (typeof PLACEHOLDER_DAMAGES)[number]) {
    case 'drop':
      return replace('');
    case 'double':
      return replace(`${whole} ${whole}`);
    case 'rename':
      return renamed((own) => `${own}x`);
    case 'translate':
      return renamed(() => 'übersetzt');
    case 'case':
      // Laravel reads `:Name` and `:NAME`, too.
      return library === 'laravel'
        ? undefined
        : renamed((own) => (own === own.toUpperCase() ? own.toLowerCase() : own.toUpperCase()));
    case 'space after the first sign':
      return SPACED.has(library) && whole.startsWith('{')
        ? undefined
        : replace(`${whole.charAt(0)} ${whole.slice(1)}`);
    case 'space in the name':
      if (name === undefined) return replace(whole.replace(/\d(?=.)/, '$& '));
      return name.length < 3 ? undefined : renamed((own) => `${own.slice(0, 2)} ${own.slice(2)}`);
    case 'full width':
      return replace(whole.replace(/[{}%$@:()]/g, wide));
    case 'lose the last sign':
      return /\w$/.test(whole) ? undefined : replace(whole.slice(0, -1));
    case 'lose the first sign':
      return replace(whole.slice(1));
    case 'other number':
      return replace(whole.replace(/\d/, '7'));
    case 'other type':
      return replace(
        /[sd]$/.test(whole) && whole.startsWith('%')
          ? whole.slice(0, -1) + (whole.endsWith('d') ? 's' : 'd')
          : whole.replace(/@$/, 'd'),
      );
  }
}
