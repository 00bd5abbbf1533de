import { TAG_DAMAGES, damagedTag } from './tag-mutations.js';
import { ARM_DAMAGES, damagedArm } from './arm-mutations.js';
import type { Damageable } from './damageable.js';

/** A way to damage a placeholder. */
const PLACEHOLDER_DAMAGES = ['drop', 'double', 'rename', 'translate'] as const;

/** All ways to damage a correct translation: placeholders, tags, arms of plurals. */
export const DAMAGES = [...PLACEHOLDER_DAMAGES, ...TAG_DAMAGES, ...ARM_DAMAGES] as const;
export type Damage = (typeof DAMAGES)[number];

export type DamageKind = 'placeholder' | 'tag' | 'arms';

export function kindOf(damage: Damage): DamageKind {
  if (isOneOf(TAG_DAMAGES, damage)) return 'tag';
  return isOneOf(ARM_DAMAGES, damage) ? 'arms' : 'placeholder';
}

/**
 * The placeholders of a project's library, found with separate patterns: the rules under test must
 * not decide what they are tested with. The group is the placeholder's name, if it has one.
 */
const PLACEHOLDERS: Readonly<Record<string, RegExp>> = {
  'angular-translate': /\{\{(\w+)\}\}|\{%(\w+)%\}/g,
  apple: /%\d\$@|%#@(\w+)@/g,
  arb: /\{(\w+)\}/g,
  chrome: /\$(\w+)\$|\$\d/g,
  etherpad: /\{\{(\w+)\}\}/g,
  fluent: /\{ [$-]([\w-]+) \}/g,
  'go-i18n': /\{\{\.(\w+)\}\}/g,
  hugo: /\{\{ ?\.(\w+) ?\}\}/g,
  i18next: /\{\{-? ?(\w+)[^{}]*\}\}/g,
  'i18next v3': /__(\w+?)__/g,
  icu: /(?<!')\{(\w+)\}/g,
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

/** Messages with arms are excluded, because the language decides what an arm may omit. */
const ARMS = /\{\s*\w+\s*,\s*\w+\s*,|\{\{[A-Z]+:|\{\[|\|/;

/** The damaged target; undefined if it contains nothing to damage this way. */
export function damaged(text: Damageable, damage: Damage): string | undefined {
  const made = damageOf(text, damage);
  // An empty text is missing, not damaged.
  return made === undefined || made.trim() === '' || made === text.target ? undefined : made;
}

function damageOf(text: Damageable, damage: Damage): string | undefined {
  if (isOneOf(TAG_DAMAGES, damage)) return damagedTag(text, damage);
  if (isOneOf(ARM_DAMAGES, damage)) return damagedArm(text, damage);
  return damagedPlaceholder(text, damage);
}

function isOneOf<T extends string>(list: readonly T[], one: string): one is T {
  return (list as readonly string[]).includes(one);
}

function damagedPlaceholder(
  { target, library, isFew }: Damageable,
  damage: (typeof PLACEHOLDER_DAMAGES)[number],
): string | undefined {
  const pattern = PLACEHOLDERS[library];
  if (pattern === undefined || ARMS.test(target)) return undefined;
  if (isFew && damage === 'drop') return undefined;
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
