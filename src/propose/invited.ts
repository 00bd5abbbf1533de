import type { ProposeInput } from '../config/schema.js';
import type { HostPeople } from './host.js';

/**
 * Labels, and the reviewers of the locales that have new texts; those of `*` are asked for each.
 * Names lose their `@`.
 */
export function invited(
  { labels = [], reviewers = {} }: Pick<ProposeInput, 'labels' | 'reviewers'>,
  locales: readonly string[],
): HostPeople {
  const wanted = locales.length === 0 ? [] : ['*', ...locales];
  const names = wanted.flatMap((locale) =>
    Object.hasOwn(reviewers, locale) ? (reviewers[locale] ?? []) : [],
  );
  return { labels, reviewers: [...new Set(names.map((name) => name.replace(/^@/, '')))] };
}
