import { quoted } from '../model/index.js';
import { didYouMean } from './nearest.js';
import type { PathIssue } from './path-issue.js';
import type { ProposeInput } from './schema.js';

/** Characters and parts of names that git does not allow in a branch (`git check-ref-format`). */
const REFUSED = /[\s~^:?*[\\\u0000-\u001f\u007f]|\.\.|@\{|\/\/|^[-/.]|\/\.|[/.]$|\.lock(\/|$)|^@$/;

/** Values of `propose:` that no host would accept. */
export function checkPropose(
  propose: ProposeInput | undefined,
  targets: readonly string[],
): readonly PathIssue[] {
  const { branch, base, reviewers = {} } = propose ?? {};
  const branches = Object.entries({ branch, base }).flatMap(
    ([name, value]): readonly PathIssue[] =>
      value === undefined || !REFUSED.test(value)
        ? []
        : [issue(['propose', name], 'value', `${quoted(value)} is not a valid branch name`)],
  );
  const same: readonly PathIssue[] =
    branch !== undefined && branch === base
      ? [issue(['propose', 'branch'], 'value', 'texts must be proposed on a separate branch')]
      : [];
  const unknown = Object.keys(reviewers).flatMap((locale): readonly PathIssue[] => {
    if (locale === '*' || targets.includes(locale)) return [];
    const message = `${quoted(locale)} is not one of the targets${didYouMean(locale, targets)}`;
    return [issue(['propose', 'reviewers', locale], 'key', message)];
  });
  return [...branches, ...same, ...unknown];
}

function issue(path: readonly string[], part: 'key' | 'value', message: string): PathIssue {
  return { code: part === 'key' ? 'unknown-key' : 'invalid-value', path: [...path], part, message };
}
