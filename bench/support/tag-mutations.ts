import type { Damageable } from './damageable.js';

/** A way to damage a link or a component. */
export const TAG_DAMAGES = [
  'tag: drop the pair',
  'tag: drop the end',
  'tag: rename',
  'tag: move the text out',
  'tag: full width',
  'tag: space after the first sign',
  'tag: lose the last sign',
  'tag: lose the end sign',
  'tag: end twice',
] as const;

/**
 * Links and components: tags that a program or a reader needs. Emphasis is up to the translator.
 */
const PAIR =
  /<((?!(?:b|i|u|em|strong|small|code|p|li|ul|span|div|kbd|pre|sub|sup|h\d|nowiki|q|s|tt|big|center|td|tr)\b)[A-Za-z]\w*|\d+)(\s[^<>]*)?>([^<>]+)<\/\s?\1>/g;

/** The target with its first link or component damaged. */
export function damagedTag(
  { source, target }: Pick<Damageable, 'source' | 'target'>,
  damage: (typeof TAG_DAMAGES)[number],
): string | undefined {
  const [match] = target.matchAll(PAIR);
  if (match === undefined || ![...source.matchAll(PAIR)].some(([, one]) => one === match[1])) {
    return undefined;
  }
  const [whole, name = '', attributes = '', text = ''] = match;
  const open = `<${name}${attributes}>`;
  const replace = (by: string): string =>
    target.slice(0, match.index) + by + target.slice(match.index + whole.length);
  if (damage === 'tag: drop the pair') return replace(text);
  if (damage === 'tag: drop the end') return replace(open + text);
  if (damage === 'tag: rename') return replace(`<${name}x${attributes}>${text}</${name}x>`);
  const close = `</${name}>`;
  switch (damage) {
    case 'tag: full width':
      return replace(`＜${name}${attributes}＞${text}＜/${name}＞`);
    case 'tag: space after the first sign':
      return replace(`< ${name}${attributes}>${text}< /${name}>`);
    case 'tag: lose the last sign':
      return replace(`${open.slice(0, -1)}${text}${close}`);
    case 'tag: lose the end sign':
      return replace(`${open}${text}${close.slice(0, -1)}`);
    case 'tag: end twice':
      return replace(`${open}${text}${close}${close}`);
    default:
      return replace(`${open}${close}${text}`);
  }
}
