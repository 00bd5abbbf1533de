import type { ProposeInput } from '../config/schema.js';
import type { HostPeople } from './host.js';

/**
 * The labels, and the reviewers of the locales with new texts. Reviewers under `*` apply to every
 * locale. Names lose their `@`.
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
