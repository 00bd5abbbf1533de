import type { Damageable } from './damageable.js';

/** A way to damage the arms of a plural or a select. */
export const ARM_DAMAGES = [
  'arms: drop the count in the last',
  'arms: rename the argument',
  'arms: rename a key',
  'arms: translate a key',
  'arms: drop the end',
  'arms: drop the start',
  'arms: full width',
  'arms: drop the argument',
  'arms: rename the type',
] as const;
export type ArmDamage = (typeof ARM_DAMAGES)[number];

/** The parts of a message that can be damaged this way in a library; undefined: none. */
type Arms = (target: string, damage: ArmDamage) => string | undefined;

const ICU_PLURAL = /\{\s*(\w+)\s*,\s*plural\s*,/;
const ICU_SELECT = /\{\s*(\w+)\s*,\s*select\s*,\s*(\w+)(\s*)\{/;
const ICU_OTHER = /\bother\s*\{([^{}]*(?:\{\w+\}[^{}]*)?)\}\s*\}/;

const icu: Arms = (target, damage) => {
  const plural = ICU_PLURAL.exec(target);
  const select = ICU_SELECT.exec(target);
  const name = plural?.[1] ?? select?.[1];
  if (name === undefined) return undefined;
  if (damage === 'arms: drop the end') return target.replace(/\}\s*\}/, '}');
  if (damage === 'arms: drop the start') return target.replace(/(?<=\w\s*)\{/, '');
  if (damage === 'arms: full width') return target.replace('{', '｛').replace(/\}(?=[^}]*$)/, '｝');
  if (damage === 'arms: drop the argument') return target.replace(/\{\s*\w+\s*,/, '{,');
  if (damage === 'arms: rename the type')
    return target.replace(/,\s*(?:plural|select)\s*,/, ', mehrzahl,');
  if (damage === 'arms: rename the argument') {
    return target.replace(plural?.[0] ?? select?.[0] ?? '', (head) =>
      head.replace(name, `${name}x`),
    );
  }
  if (damage === 'arms: drop the count in the last') {
    const other = plural === null ? null : ICU_OTHER.exec(target);
    const arm = other?.[1] ?? '';
    const count = /#/.exec(arm)?.[0] ?? (arm.includes(`{${name}}`) ? `{${name}}` : undefined);
    if (other === null || count === undefined || target.split(count).length > arms(target)) {
      return undefined;
    }
    return target.replace(other[0], other[0].replaceAll(count, ''));
  }
  const by = damage === 'arms: translate a key' ? 'übersetzt' : undefined;
  if (plural !== null) return target.replace(/\bother(\s*)\{/, `${by ?? 'otherx'}$1{`);
  const key = select?.[2] ?? '';
  if (key === 'other') return undefined;
  return target.replace(select?.[0] ?? '', (head) =>
    head.replace(/(\w+)(\s*\{)$/, `${by ?? `${key}x`}$2`),
  );
};

/** A count that also occurs outside the arms is not lost. */
function arms(target: string): number {
  return (target.match(/(?:=\d+|zero|one|two|few|many|other)\s*\{/g) ?? []).length + 1;
}

/** Texts between bars: the last one loses its count. */
function bars(separator: string, count: RegExp): Arms {
  return (target, damage) => {
    const all = target.split(separator);
    const last = all.at(-1) ?? '';
    if (all.length < 2 || !count.test(last)) return undefined;
    const replaced = (by: string): string =>
      [...all.slice(0, -1), last.replace(count, by)].join(separator);
    if (damage === 'arms: drop the count in the last') return replaced('');
    return damage === 'arms: rename the argument'
      ? last.replace(count, '') === last
        ? undefined
        : replaced(last.match(count)?.[0].replace(/(\w+)/, '$1x') ?? '')
      : undefined;
  };
}

const mediawiki: Arms = (target, damage) => {
  const [whole, word = '', argument = ''] =
    /\{\{(PLURAL|GENDER):(\$\d)\|[^{}]*\}\}/.exec(target) ?? [];
  if (whole === undefined) return undefined;
  const bare = whole.slice(2, -2);
  if (damage === 'arms: drop the end') return target.replace(whole, whole.slice(0, -2));
  if (damage === 'arms: drop the start') return target.replace(whole, () => `${bare}}}`);
  if (damage === 'arms: full width') return target.replace(whole, () => `｛｛${bare}｝｝`);
  if (damage === 'arms: drop the argument')
    return target.replace(whole, () => whole.replace(argument, ''));
  if (damage === 'arms: rename the type')
    return target.replace(whole, () => whole.replace(':', ' '));
  if (damage === 'arms: rename the argument') {
    return target.replace(
      whole,
      whole.replace(argument, () => '$9'),
    );
  }
  if (damage === 'arms: rename a key')
    return target.replace(whole, whole.replace(word, `${word}X`));
  if (damage === 'arms: translate a key') {
    return target.replace(whole, whole.replace(word, 'ÜBERSETZT'));
  }
  return undefined;
};

const fluent: Arms = (target, damage) => {
  const [head, name = ''] = /\{ \$(\w+) ->/.exec(target) ?? [];
  if (head === undefined) return undefined;
  switch (damage) {
    case 'arms: rename the argument':
      return target.replace(head, head.replace(name, `${name}x`));
    case 'arms: rename a key':
      return target.replace('[one]', '[onex]');
    case 'arms: translate a key':
      return target.replace('[one]', '[eins]');
    case 'arms: drop the argument':
      return target.replace(`$${name}`, name);
    case 'arms: drop the count in the last':
      return target.replace(/(?<=\*\[other\].*)\{ \$\w+ \}/, '');
    default:
      return undefined;
  }
};

const etherpad: Arms = (target, damage) => {
  const [whole, name = ''] = /\{\[\s?plural\((\w+)\)[^[\]]*\]\}/.exec(target) ?? [];
  if (whole === undefined) return undefined;
  if (damage === 'arms: rename the argument') {
    return target.replace(whole, whole.replace(name, `${name}x`));
  }
  if (damage === 'arms: drop the end') return target.replace(whole, whole.slice(0, -2));
  return undefined;
};

const BY_LIBRARY: Readonly<Record<string, Arms>> = {
  arb: icu,
  etherpad,
  fluent,
  icu,
  laravel: bars('|', /:count\b/),
  mediawiki,
  polyglot: bars('||||', /%\{smart_count\}/),
  symfony: bars('|', /%count%/),
  vue: bars('|', /\{(?:n|count)\}/),
};

/** The target with its first plural or select damaged. */
export function damagedArm(
  { source, target, library }: Pick<Damageable, 'source' | 'target' | 'library'>,
  damage: ArmDamage,
): string | undefined {
  const damageArms = BY_LIBRARY[library];
  // If the source cannot be damaged this way, there is nothing to compare with.
  if (damageArms?.(source, damage) === undefined) return undefined;
  return damageArms(target, damage);
}
