import type { ReviewRow } from '../../model/index.js';
import type { MessageValue, ProposeInput } from '../../config/index.js';
import { amount } from '../report/amounts.js';
import { ProposeError } from './errors.js';
import type { Git } from './git.js';

/** Default title of requests and commits. */
export const TITLE = 'Translate new and changed texts';

/** Trailer of commits made by this tool. */
export const TRAILER = 'Made-by: locale-sync propose';

/** The parts of a commit's message, as hosts take them. */
export interface CommitMessage {
  readonly headline: string;
  readonly description: string;
}

/**
 * The message of a commit, from the template `propose.message`. Trailers at its end and those of
 * this tool are one block, as git expects it.
 */
export function commitMessage(
  { title = TITLE, message = '{title}\n\n{summary}' }: ProposeInput,
  texts: readonly ReviewRow[],
  trailers: readonly string[],
): CommitMessage {
  const locales = [...new Set(texts.map(({ locale }) => locale))];
  const summary = locales.map((locale) => {
    const count = texts.filter((text) => text.locale === locale).length;
    return `${locale}: ${amount(count, 'text')}`;
  });
  const values: Readonly<Record<MessageValue, string>> = {
    title,
    summary: summary.join('\n'),
    locales: locales.join(', '),
    texts: amount(texts.length, 'text'),
  };
  const filled = message.replaceAll(/\{(\w+)\}/g, (raw, name: string) =>
    Object.hasOwn(values, name) ? values[name as MessageValue] : raw,
  );
  const [headline = '', ...rest] = filled.trim().split('\n');
  return { headline: headline.trim(), description: withTrailers(rest.join('\n').trim(), trailers) };
}

function withTrailers(text: string, trailers: readonly string[]): string {
  const last = text.split(/\n[^\S\n]*\n/).at(-1) ?? '';
  const isBlock = last
    .split('\n')
    .every((line) => /^(?:[A-Z][\w-]*-\w+|Refs?|Bug|Closes|Fixes): \S/i.test(line));
  const between = text === '' ? '' : isBlock ? '\n' : '\n\n';
  return `${text}${between}${trailers.join('\n')}`;
}

/**
 * The trailers of all commits. `signoff: true` signs with the name and address of git's own config.
 * @throws ProposeError 'git' if it has none
 */
export async function trailersOf(
  { signoff = false }: ProposeInput,
  git: Git,
): Promise<readonly string[]> {
  if (signoff === false) return [TRAILER];
  if (signoff !== true) return [TRAILER, `Signed-off-by: ${signoff}`];
  const [name, email] = await Promise.all(
    ['user.name', 'user.email'].map(async (key) => (await git.try(['config', key])).stdout),
  );
  const person = `${String(name).trim()} <${String(email).trim()}>`;
  if (/^ | <>$/.test(person)) {
    const message = 'propose.signoff is true, and git does not know who signs.';
    const hint = 'Set it to a name and an address, or set user.name and user.email of git.';
    throw new ProposeError('git', message, hint);
  }
  return [TRAILER, `Signed-off-by: ${person}`];
}
