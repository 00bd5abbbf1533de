import { reviewId } from '../../model/index.js';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { readComments, readDecisions } from '../../engine/index.js';
import { COMMENTS_FILE, formatComments, parseComments } from '../../lock/index.js';
import type { ReviewData, ReviewEdit, ReviewOutcome, ReviewRow } from '../../model/index.js';
import { ProposeError } from './errors.js';
import type { Span } from './errors.js';
import type { Git } from './git.js';
import { newTexts, textsOf } from './body.js';
import { TRAILER } from './commit-message.js';
import { look, writeTexts } from './project.js';
import type { LookOptions, Project, ProposeCall } from './project.js';
import { changedAgain } from './tree.js';
import type { Tree } from './tree.js';

/** The branch of an earlier proposal. */
export interface Branch {
  readonly head: string;
  /** The newest commit that it has in common with the base. */
  readonly start: string;
  /** Number of commits by people on it, without merges. */
  readonly commits: number;
}

/** A branch with the base merged in. */
export interface Joined {
  /** The files were merged here, so no merge on the host produces them. */
  readonly needsCommit: boolean;
  /** Texts by people whose place no longer exists. */
  readonly homeless: readonly ReviewRow[];
}

interface JoinOptions {
  readonly tree: Tree;
  readonly base: string;
  readonly branch: Branch;
  readonly project: Project;
  /** Path of the root within the repository: '' or `folder/`. */
  readonly prefix: string;
  readonly looking: LookOptions;
  /** Commits that an earlier attempt's commits may have hidden. */
  readonly covered: readonly Span[];
}

/**
 * Number of commits by people that are reachable from `to` but not from `without`. Merges are not
 * counted.
 */
export async function commitsOfPeople(
  git: Git,
  to: string,
  without: readonly string[],
): Promise<number> {
  const others = without.map((commit) => `^${commit}`);
  const args = ['log', '--no-merges', '--format=%B%x00', to, ...others, '--'];
  return (await git.names(args)).filter(
    (message) => message.trim() !== '' && !message.includes(TRAILER),
  ).length;
}

/**
 * Makes the tree the branch with the base merged in. Conflicting target files become the base's,
 * with the texts that people wrote on the branch; the sync translates the rest.
 * @throws ProposeError 'conflict' if another file conflicts
 */
export async function joinBase(options: JoinOptions): Promise<Joined> {
  const { tree, base, branch, project, looking, covered } = options;
  const { head, start } = branch;
  await tree.goTo(head);
  const conflicts = start === base ? [] : await tree.merge(base);
  refuseOthers(conflicts, options);
  const spans = [...covered, ...(conflicts.length === 0 ? [] : [{ start, end: head }])];
  if (spans.length === 0) return { needsCommit: false, homeless: [] };
  const states: { readonly start: ReviewData; readonly branch: ReviewData }[] = [];
  for (const span of spans) states.push(await lookAtBoth(options, span));
  await tree.goTo(head);
  if (start !== base) await tree.takeTheirs(await tree.merge(base));
  for (const span of covered) await tree.repeat(span);
  const homeless: ReviewRow[] = [];
  for (const state of states) {
    const rescued = rescue({ ...state, now: await look(project, looking) });
    const outcomes = await writeTexts(project, rescued.edits, looking);
    homeless.push(...rescued.homeless, ...lostTexts(outcomes, state.branch));
  }
  return { needsCommit: true, homeless };
}

/**
 * Brings in what people said and, with a name, decided on the review page of the checkout. Their
 * texts win over machine texts; another text of a person stays. Returns the authors of the texts.
 * @param had the texts of the tree
 */
export async function takeAlong(
  { git, prefix, locales, open }: ProposeCall,
  {
    tree,
    project,
    looking,
    had,
  }: Pick<JoinOptions, 'tree' | 'project' | 'looking'> & {
    readonly had: ReviewData;
  },
): Promise<readonly string[]> {
  const isProposed = (one: { readonly locale: string }): boolean =>
    locales?.includes(one.locale) !== false;
  const linesOf = ({ comments }: ReturnType<typeof readComments>): string =>
    formatComments({ comments: comments.filter(isProposed), unreadable: [] });
  const commented = await git.try(['show', `HEAD:./${COMMENTS_FILE}`]);
  const from = linesOf(parseComments(commented.code === 0 ? commented.stdout.toString() : ''));
  const to = linesOf(readComments(git.folder));
  const root = join(tree.folder, prefix);
  if (to !== from) {
    const there = formatComments(readComments(root));
    const merged = parseComments(changedAgain(there, { from, to }));
    writeFileSync(join(root, COMMENTS_FILE), formatComments(merged));
  }

  const decisions = readDecisions(git.folder).filter(isProposed);
  if (decisions.length === 0) return [];
  const decided = new Map(decisions.map((one) => [reviewId(one), one]));
  // What has been undone or changed there since is no decision any more.
  const held = new Map(
    textsOf(await look(await open(git.folder), looking)).map((text) => [
      reviewId(text),
      text.target,
    ]),
  );
  const authors = new Map<string, string>();
  const edits = textsOf(had).flatMap((text): readonly ReviewEdit[] => {
    const { file, locale, key, seen, target, isPersons } = text;
    const one = decided.get(reviewId({ file: text.sourceFile, locale, key }));
    if (one === undefined || one.text === target || held.get(reviewId(text)) !== one.text)
      return [];
    if (isPersons && target !== '' && seen.target !== one.target) return [];
    authors.set(reviewId(text), one.by);
    const isOutdated = seen.source !== one.source;
    return [
      {
        ...{ file, locale, key: one.key, seen, text: one.text, force: true },
        ...(isOutdated ? { outdated: true } : {}),
      },
    ];
  });
  const outcomes = await writeTexts(project, edits, looking);
  const names = outcomes.flatMap((one) => (one.done ? [authors.get(reviewId(one)) ?? ''] : []));
  return [...new Set(names)].sort();
}

async function lookAtBoth(
  { tree, project, looking }: JoinOptions,
  { start, end }: Span,
): Promise<{ readonly start: ReviewData; readonly branch: ReviewData }> {
  await tree.goTo(start);
  const before = await look(project, looking);
  await tree.goTo(end);
  return { start: before, branch: await look(project, looking) };
}

/** Conflicts in files that no sync writes have to be resolved by people. */
function refuseOthers(conflicts: readonly string[], { project, prefix }: JoinOptions): void {
  const made = new Set(project.made().map((path) => `${prefix}${path}`));
  const others = conflicts.filter((path) => !made.has(path));
  if (others.length === 0) return;
  const message = `The branch of the proposal conflicts with its base in ${others.slice(0, 5).join(', ')}.`;
  const hint =
    'Merge the base into the branch by hand, and run again. The conflicts are not in texts.';
  throw new ProposeError('conflict', message, hint);
}

/**
 * Texts by people on a branch whose files do not merge with the base: those to write again on top
 * of it, and those whose key is gone. They win over the base. If the source has changed since, they
 * wait for review. Machine texts are translated again.
 * @param states.start where the branch starts
 * @param states.now the current state, on top of the base
 */
function rescue({
  start,
  branch,
  now,
}: {
  readonly start: ReviewData;
  readonly branch: ReviewData;
  readonly now: ReviewData;
}): { readonly edits: readonly ReviewEdit[]; readonly homeless: readonly ReviewRow[] } {
  const present = new Map(textsOf(now).map((text) => [reviewId(text), text]));
  const persons = newTexts(start, branch).filter(({ isPersons }) => isPersons);
  const found = persons.map((text) => ({ text, there: present.get(reviewId(text)) }));
  return {
    edits: found.flatMap(({ text, there }) =>
      there === undefined || there.target === text.target ? [] : [editOf(text, there)],
    ),
    homeless: found.flatMap(({ text, there }) => (there === undefined ? [text] : [])),
  };
}

function editOf(text: ReviewRow, there: ReviewRow): ReviewEdit {
  const { file, locale, key, seen } = there;
  const isOutdated = text.status === 'review' || seen.source !== text.seen.source;
  return {
    ...{ file, locale, key, seen, text: text.target, force: true },
    ...(isOutdated ? { outdated: true } : {}),
  };
}

/** Texts by people that could not be written again. */
function lostTexts(outcomes: readonly ReviewOutcome[], branch: ReviewData): readonly ReviewRow[] {
  const refused = new Set(outcomes.flatMap((one) => (one.done ? [] : reviewId(one))));
  return refused.size === 0 ? [] : textsOf(branch).filter((text) => refused.has(reviewId(text)));
}
