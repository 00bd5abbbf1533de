import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { ProposeInput } from '../../config/index.js';
import { defined } from '../../model/index.js';
import type { Proposal, Report } from '../../model/index.js';
import { bodyText, questionsOf, readMarker, textsHash, newTexts } from './body.js';
import { joinBase, takeAlong } from './branch.js';
import type { Joined } from './branch.js';
import { MovedError, ProposeError } from './errors.js';
import type { Span } from './errors.js';
import type { Host, HostPeople } from './host.js';
import { CODE_OWNERS, codeOwnersAt } from './code-owners.js';
import { TITLE, trailersOf } from './commit-message.js';
import { look, type ProposeCall } from './project.js';
import { publish } from './publish.js';
import type { Made } from './publish.js';
import { openOf, survey } from './survey.js';
import type { Survey } from './survey.js';
import { Tree } from './tree.js';

/** How often a run starts over because somebody pushed in the meantime. */
const TRIES = 3;

/** What earlier attempts of this run did. */
interface Earlier {
  readonly spent: Report[];
  readonly covered: Span[];
  /** What they did on the host. */
  readonly acted: Acted[];
}

interface Acted {
  readonly state: Proposal['state'];
  readonly done: Done;
}

/** What was done on the host. */
interface Done {
  readonly url?: string | undefined;
  /** The last commit of the branch. */
  readonly head?: string;
  readonly files?: number;
  readonly notes?: readonly string[];
}

/**
 * Syncs in a separate working tree and proposes the result. Paid-for texts are in the state folder
 * before the host is called, and if the host fails, so is a patch.
 * @throws LocaleSyncError before anything is paid for; later errors are in the report
 */
export async function propose(call: ProposeCall): Promise<Report> {
  const { runners = 1, signal } = call;
  const earlier: Earlier = { spent: [], covered: [], acted: [] };
  // Each of the other runners may be first to create the branch, to commit, or to merge the base.
  const most = TRIES * runners;
  for (let tries = 1; ; tries += 1) {
    try {
      const trailers = await trailersOf(call.settings, call.git);
      const found = await survey(call);
      const tree = await Tree.open(call.git, call.state, found.base);
      try {
        return await proposeIn(tree, call, { found, earlier, trailers });
      } finally {
        await tree.close();
      }
    } catch (error) {
      if (!(error instanceof MovedError) || tries >= most) throw error;
      if (error.covered !== undefined) earlier.covered.push(error.covered);
      // Runners that collided wait for a random time, so that they do not collide again.
      if (runners > 1) await sleep(Math.random() * 1_000, undefined, { signal }).catch(() => null);
    }
  }
}

async function proposeIn(
  tree: Tree,
  call: ProposeCall,
  {
    found,
    earlier,
    trailers,
  }: {
    readonly found: Survey;
    readonly earlier: Earlier;
    readonly trailers: readonly string[];
  },
): Promise<Report> {
  const { prefix, dryRun } = call;
  const looking = { kept: call.state, explain: call.explain };
  const root = join(tree.folder, prefix);

  // What the base lacks.
  const atBase = await call.open(root);
  const plan = await atBase.plan();
  const all = isOneOfMany(call) ? await atBase.planAll() : plan;
  const hash = textsHash(all.items);
  if (wasDeclined(found, hash))
    return withProposal(plan.report, call, { found, state: 'declined' });
  const before = await look(atBase, looking);

  // The branch of an earlier proposal, with the base merged in.
  const { branch, base } = found;
  let project = atBase;
  let joined: Joined = { needsCommit: false, homeless: [] };
  if (branch !== undefined) {
    const { covered } = earlier;
    joined = await joinBase({ tree, base, branch, project, prefix, looking, covered });
    project = await call.open(root);
  }
  const joinedTree = await tree.write();
  const had = branch === undefined ? before : await look(project, looking);
  const authors = await takeAlong(call, { tree, project, looking, had });

  // The texts.
  const own = dryRun ? (await project.plan()).report : await project.sync();
  const report = sumOf(own, earlier.spent);
  if (!dryRun) earlier.spent.push(own);
  const result = await tree.write();
  const after = await look(project, looking);
  const texts = newTexts(before, after);
  const known = new Set(newTexts(before, had).map(({ locale }) => locale));
  const locales = [...new Set(texts.map(({ locale }) => locale))];
  const fresh = locales.filter((locale) => !known.has(locale));
  const isLeft = all.items.length > 0;
  const coverage = isOneOfMany(call) ? (await project.planAll()).report : own;
  const made: Made = {
    ...{ call, found, tree, trailers, report, joined, joinedTree, result },
    ...{ texts, fresh, hash, isLeft, coverage, authors, questions: questionsOf(after) },
  };
  return carryOut(made, earlier.acted);
}

function isOneOfMany({ runners = 1 }: ProposeCall): boolean {
  return runners > 1;
}

function wasDeclined({ requests }: Survey, hash: string): boolean {
  if (requests.some(({ state }) => state === 'open')) return false;
  return requests.some(({ state, body }) => state === 'closed' && readMarker(body)?.texts === hash);
}

/** Adds the costs of this run's earlier attempts. */
function sumOf(report: Report, spent: readonly Report[]): Report {
  const total = (name: 'requests' | 'texts' | 'characters'): number =>
    spent.reduce((sum, one) => sum + one[name], report[name]);
  return {
    ...report,
    ...{ requests: total('requests'), texts: total('texts'), characters: total('characters') },
  };
}

/** Does on the host what the action says, unless the run only looks. */
async function carryOut(made: Made, acted: Acted[]): Promise<Report> {
  const { call, report, found } = made;
  const action = await actionOf(made);
  const state = STATES[action];
  if (call.signal.aborted) return withProposal(report, call, { found, state: 'none' });
  if (call.dryRun || action === 'nothing') {
    if (!call.dryRun) dropSaved(call);
    const all = withEarlier({ state, done: { url: openOf(found)?.url } }, acted);
    return withProposal(report, call, { found, made, state: all.state, ...all.done });
  }
  try {
    if (action === 'patch') {
      call.writePatch(await patchOf(made));
      return withProposal(report, call, { found, made, state });
    }
    const done = await act(made, action);
    dropSaved(call);
    const all = withEarlier({ state, done }, acted);
    if (isOneOfMany(call)) {
      acted.push({ state, done });
      await refuseMoved(made, done);
    }
    return withProposal(report, call, { found, made, state: all.state, ...all.done });
  } catch (error) {
    if (!(error instanceof ProposeError) || error instanceof MovedError) throw error;
    return withProposal(await afterFailure(made, error), call, { found, state: 'none' });
  }
}

/** The first action on the host decides the proposal's state, whatever was corrected since. */
function withEarlier(last: Acted, earlier: readonly Acted[]): Acted {
  const all = [...earlier, last];
  const done = {
    ...last.done,
    files: all.reduce((sum, one) => sum + (one.done.files ?? 0), 0),
    notes: all.flatMap((one) => one.done.notes ?? []),
  };
  return { state: all[0]?.state ?? last.state, done };
}

/**
 * If two runners write the body at once, the later body may describe the earlier commit. So each
 * checks that its commit is the last one, and otherwise starts over.
 * @throws MovedError
 */
async function refuseMoved({ call, found }: Made, { head }: Done): Promise<void> {
  if (head === undefined) return;
  const heads = await call.remote.heads([found.name]);
  if (heads.get(found.name) !== head) throw new MovedError(found.name);
}

async function actionOf(made: Made): Promise<Action> {
  const { call, found, report, joinedTree, result, joined, tree } = made;
  const { branch } = found;
  const baseTree = await tree.git.text(['rev-parse', `${found.base}^{tree}`]);
  const { repository, memory, duplicates } = report.reused;
  const planned = call.dryRun && report.texts + repository + memory + duplicates > 0;
  const open = openOf(found);
  const action = decide({
    as: call.as,
    hasBranch: branch !== undefined,
    isOpen: open !== undefined,
    differs: planned || result !== baseTree,
    isNews: planned || result !== joinedTree,
    conflicts: joined.needsCommit,
    peoplePushed: open !== undefined && readMarker(open.body)?.head !== branch?.head,
  });
  // After a failed run, or as one of several runners, it is unknown what is left to propose.
  const isUnknown = report.error !== null || (isOneOfMany(call) && made.isLeft);
  return action === 'close' && isUnknown ? 'nothing' : action;
}

/** What decides the action, known once the texts are available. */
export interface Standing {
  /** The form of the proposal: a file, as for a fork, or a request on the host. */
  readonly as: 'patch' | 'request';
  /** Whether the branch exists. */
  readonly hasBranch: boolean;
  /** Whether the branch has an open request. */
  readonly isOpen: boolean;
  /** Whether the result differs from the base. */
  readonly differs: boolean;
  /** Whether the result differs from the branch with the base merged in. */
  readonly isNews: boolean;
  /** Whether the branch conflicts with the base. */
  readonly conflicts: boolean;
  /** Whether people have pushed to the branch since the body was written. */
  readonly peoplePushed: boolean;
}

/**
 * `patch`: write a file · `open`: commit and open a request · `update`: commit and rewrite the body
 * · `tell`: rewrite the body · `close`: nothing is left to propose · `nothing`:
 * everything is up to date.
 */
export type Action = 'patch' | 'open' | 'update' | 'tell' | 'close' | 'nothing';

export function decide(standing: Standing): Action {
  const { as, hasBranch, isOpen, differs, isNews, conflicts, peoplePushed } = standing;
  if (as === 'patch') return differs ? 'patch' : 'nothing';
  if (!differs) return isOpen ? 'close' : 'nothing';
  if (!isOpen) return 'open';
  if (!hasBranch || isNews || conflicts) return 'update';
  return peoplePushed ? 'tell' : 'nothing';
}

const STATES: Readonly<Record<Action, Proposal['state']>> = {
  patch: 'patch',
  open: 'opened',
  update: 'updated',
  tell: 'updated',
  close: 'closed',
  nothing: 'none',
};

/** Commits, opens or updates the request, then invites reviewers. */
async function act(made: Made, action: Action): Promise<Done> {
  const { call, found } = made;
  const { host, settings } = call;
  if (host === undefined) throw new ProposeError('host-token', 'No token for the host is set.');
  const open = openOf(found);
  if (action === 'close' && open !== undefined) {
    await host.update(open, { body: 'All of it is now in the base.', close: true });
    return { url: open.url };
  }
  const commits =
    action === 'tell' ? { head: found.branch?.head ?? '', files: 0 } : await publish(made, host);
  const { head } = commits;
  const body = bodyOf(made, host, head);
  const title = settings.title ?? TITLE;
  const { name: branch } = found;
  const request = open ?? (await host.open({ branch, base: found.baseName, title, body }));
  // Another runner may have opened it with its own body.
  if (open !== undefined || readMarker(request.body)?.head !== head)
    await host.update(request, { body });
  const people = invited(settings, made.fresh, await ownersOf(made));
  const asked = open === undefined ? people : { ...people, labels: [] };
  const notes = await host.invite(request, asked);
  return { url: request.url, head, files: commits.files, notes };
}

/** The owners of the files of each locale with new texts, where `propose.reviewers` asks for them. */
async function ownersOf({ call, found, fresh, texts, tree }: Made): Promise<Owners> {
  const { reviewers = {} } = call.settings;
  if (!Object.values(reviewers).some((names) => names.includes(CODE_OWNERS))) return new Map();
  const owners = await codeOwnersAt(tree.git, found.base);
  return new Map(
    fresh.map((locale) => {
      const files = new Set(texts.flatMap((text) => (text.locale === locale ? [text.file] : [])));
      return [locale, [...files].flatMap((file) => owners(`${call.prefix}${file}`))];
    }),
  );
}

type Owners = ReadonlyMap<string, readonly string[]>;

/**
 * The labels, and the reviewers of the locales with new texts. Reviewers under `*` apply to every
 * locale. Names lose their `@`. Addresses in CODEOWNERS are left out: hosts ask only names.
 */
export function invited(
  { labels = [], reviewers = {} }: ProposeInput,
  locales: readonly string[],
  owners: Owners = new Map(),
): HostPeople {
  const names = locales.flatMap((locale) => {
    const own = ['*', locale].flatMap((name) =>
      Object.hasOwn(reviewers, name) ? (reviewers[name] ?? []) : [],
    );
    return own.flatMap((name) =>
      name === CODE_OWNERS
        ? (owners.get(locale) ?? []).filter((owner) => owner.startsWith('@'))
        : [name],
    );
  });
  return { labels, reviewers: [...new Set(names.map((name) => name.replace(/^@/, '')))] };
}

function bodyOf(made: Made, host: Host, head: string): string {
  const { call, found, texts, hash, coverage } = made;
  const report = { ...made.report, locales: coverage.locales };
  const urlOf = (path: string, line?: number): string =>
    host.fileUrl(found.name, `${call.prefix}${path}`, line);
  const commits = found.branch?.commits ?? 0;
  const { homeless } = made.joined;
  const { questions } = made;
  const facts = {
    ...{ report, texts, commits, homeless, questions, urlOf },
    marker: { texts: hash, head },
  };
  return bodyText(facts, host.bodyLimit);
}

/** The difference from the base, for `git apply`. */
function patchOf({ tree, found, result }: Made): Promise<Buffer> {
  return tree.git.bytes([
    'diff',
    '--binary',
    '--full-index',
    '--no-color',
    '--no-ext-diff',
    found.base,
    result,
  ]);
}

/** File in the state folder that keeps the result if the host fails. */
const SAVED = 'proposal.patch';

/** The patch saved by an earlier run has been proposed by now. */
function dropSaved({ state }: ProposeCall): void {
  rmSync(join(state, SAVED), { force: true });
}

/** Saves the texts as a patch if the host fails. */
async function afterFailure(made: Made, error: ProposeError): Promise<Report> {
  const { call, report } = made;
  writeFileSync(join(call.state, SAVED), await patchOf(made));
  const { hint = '', ...described } = call.explain(error);
  const saved =
    'Nothing that was paid for is lost: it is in the memory, and `git apply .locale-sync/proposal.patch` applies all of it.';
  return { ...report, ok: false, error: { ...described, hint: `${hint}\n${saved}`.trim() } };
}

interface Told extends Done {
  readonly found: Survey;
  readonly state: Proposal['state'];
  readonly made?: Made;
}

/** The report with the result of the proposal. */
function withProposal(report: Report, { dryRun, host }: ProposeCall, told: Told): Report {
  const { found, state, made, url, files = 0, notes = [] } = told;
  const texts = made?.texts ?? [];
  const isShown = state === 'none' && url !== undefined;
  const proposal: Proposal = {
    state: isShown ? 'unchanged' : state,
    dryRun,
    ...defined({ url }),
    branch: found.name,
    base: found.baseName,
    files,
    texts: texts.length,
    edited: texts.filter(({ isPersons }) => isPersons).length,
    calls: host?.calls() ?? 0,
    notes,
  };
  return { ...report, proposal };
}
