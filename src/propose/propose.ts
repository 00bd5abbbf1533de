import { rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Proposal, Report, ReviewData } from '../model/index.js';
import { bodyText } from './body.js';
import { joinBase } from './branch.js';
import type { Joined } from './branch.js';
import type { ProposeCall } from './call.js';
import { decide } from './decide.js';
import type { Action } from './decide.js';
import { MovedError, ProposeError } from './errors.js';
import type { Span } from './errors.js';
import type { Host } from './host.js';
import { invited } from './invited.js';
import type { Made } from './made.js';
import { readMarker, textsHash } from './marker.js';
import { TITLE } from './names.js';
import { withProposal } from './outcome.js';
import type { Done } from './outcome.js';
import { look } from './project.js';
import { publish } from './publish.js';
import { openOf, survey } from './survey.js';
import type { Survey } from './survey.js';
import { newTexts } from './texts.js';
import type { ProposedText } from './texts.js';
import { Tree } from './tree.js';

/** How often a run starts over because somebody pushed in the meantime. */
const TRIES = 3;

/**
 * Syncs in a separate working tree and proposes the result. Paid-for texts are in the state folder
 * before the host is called, and if the host fails, so is a patch.
 * @throws LocaleSyncError before anything is paid for; later errors are in the report
 */
export async function propose(call: ProposeCall): Promise<Report> {
  const { runners = 1 } = call;
  const spent: Report[] = [];
  const covered: Span[] = [];
  const acted: Acted[] = [];
  // Each of the other runners may be first to create the branch, to commit, or to merge the base.
  const most = TRIES * runners;
  for (let tries = 1; ; tries += 1) {
    try {
      return await proposeOnce(call, { spent, covered, acted });
    } catch (error) {
      if (!(error instanceof MovedError) || tries >= most) throw error;
      if (error.covered !== undefined) covered.push(error.covered);
      if (runners > 1) await pause(call.signal);
    }
  }
}

/** Waits for a random time, so that runners that collided do not collide again. */
async function pause(signal: AbortSignal): Promise<void> {
  await sleep(Math.random() * 1_000, undefined, { signal }).catch(() => undefined);
}

interface Earlier {
  /** Reports of earlier attempts. */
  readonly spent: Report[];
  readonly covered: readonly Span[];
  /** What earlier attempts did on the host. */
  readonly acted: Acted[];
}

interface Acted {
  readonly state: Proposal['state'];
  readonly done: Done;
}

async function proposeOnce(call: ProposeCall, earlier: Earlier): Promise<Report> {
  const found = await survey(call);
  const tree = await Tree.open(call.git, call.state, found.base);
  try {
    return await proposeIn(tree, { call, found, earlier });
  } finally {
    await tree.close();
  }
}

interface Try {
  readonly call: ProposeCall;
  readonly found: Survey;
  readonly earlier: Earlier;
}

async function proposeIn(tree: Tree, { call, found, earlier }: Try): Promise<Report> {
  const looking = { kept: call.state, explain: call.explain };
  const root = join(tree.folder, call.prefix);
  const atBase = await call.open(root);
  const plan = await atBase.plan();
  const all = isOneOfMany(call) ? await atBase.planAll() : plan;
  const hash = textsHash(all.items);
  if (wasDeclined(found, hash))
    return withProposal(plan.report, call, { found, state: 'declined' });
  const before = await look(atBase, looking);
  const { branch } = found;
  const { prefix } = call;
  const joined =
    branch === undefined
      ? NOTHING_JOINED
      : await joinBase({
          ...{ tree, base: found.base, branch, project: atBase, prefix, looking },
          covered: earlier.covered,
        });
  const project = branch === undefined ? atBase : await call.open(root);
  const joinedTree = await tree.write();
  const had = branch === undefined ? before : await look(project, looking);
  const report = call.dryRun ? (await project.plan()).report : await project.sync();
  const total = sumOf(report, earlier.spent);
  if (!call.dryRun) earlier.spent.push(report);
  const result = await tree.write();
  const after = await look(project, looking);
  const texts = newTexts(before, after);
  const fresh = newLocales(before, had, texts);
  const made = { call, survey: found, tree, report: total, branch, joined, joinedTree, result };
  const isLeft = all.items.length > 0;
  const coverage = isOneOfMany(call) ? (await project.planAll()).report : report;
  return carryOut({ ...made, texts, fresh, hash, isLeft, coverage, acted: earlier.acted });
}

function isOneOfMany({ runners = 1 }: ProposeCall): boolean {
  return runners > 1;
}

const NOTHING_JOINED: Joined = { needsCommit: false, homeless: [] };

function wasDeclined({ requests }: Survey, hash: string): boolean {
  if (requests.some(({ state }) => state === 'open')) return false;
  return requests.some(({ state, body }) => state === 'closed' && readMarker(body)?.texts === hash);
}

function newLocales(
  before: ReviewData,
  had: ReviewData,
  texts: readonly ProposedText[],
): readonly string[] {
  const known = new Set(newTexts(before, had).map(({ locale }) => locale));
  return [...new Set(texts.map(({ locale }) => locale))].filter((locale) => !known.has(locale));
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

async function carryOut(made: Made & Pick<Earlier, 'acted'>): Promise<Report> {
  const { call, report, survey: found } = made;
  const action = await actionOf(made);
  const told = { found, state: STATES[action], made };
  if (call.signal.aborted) return withProposal(report, call, { found, state: 'none' });
  if (call.dryRun || action === 'nothing' || action === 'declined') {
    if (!call.dryRun) dropSaved(call);
    const done = { url: openOf(found)?.url };
    const all = withEarlier({ state: told.state, done }, made.acted);
    return withProposal(report, call, { ...told, state: all.state, ...all.done });
  }
  try {
    if (action === 'patch') {
      call.writePatch(await patchOf(made));
      return withProposal(report, call, told);
    }
    const done = await act(made, action);
    dropSaved(call);
    const all = withEarlier({ state: told.state, done }, made.acted);
    if (isOneOfMany(call)) {
      made.acted.push({ state: told.state, done });
      await refuseMoved(made, done);
    }
    return withProposal(report, call, { ...told, state: all.state, ...all.done });
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
async function refuseMoved({ call, survey: found }: Made, { head }: Done): Promise<void> {
  if (head === undefined) return;
  const heads = await call.remote.heads([found.name]);
  if (heads.get(found.name) !== head) throw new MovedError(found.name);
}

async function actionOf({ call, survey: found, ...made }: Made): Promise<Action> {
  const { report, joinedTree, result, joined, branch, tree } = made;
  const baseTree = await tree.git.text(['rev-parse', `${found.base}^{tree}`]);
  const planned = call.dryRun && report.texts + reusedOf(report) > 0;
  const open = openOf(found);
  const action = decide({
    as: call.as,
    hasBranch: branch !== undefined,
    isOpen: open !== undefined,
    wasDeclined: false,
    differs: planned || result !== baseTree,
    isNews: planned || result !== joinedTree,
    conflicts: joined.needsCommit,
    peoplePushed: open !== undefined && readMarker(open.body)?.head !== branch?.head,
  });
  // After a failed run, or as one of several runners, it is unknown what is left to propose.
  const isUnknown = report.error !== null || (isOneOfMany(call) && made.isLeft);
  return action === 'close' && isUnknown ? 'nothing' : action;
}

function reusedOf({ reused }: Report): number {
  return reused.repository + reused.memory + reused.duplicates;
}

const STATES: Readonly<Record<Action, Proposal['state']>> = {
  patch: 'patch',
  open: 'opened',
  update: 'updated',
  tell: 'updated',
  close: 'closed',
  declined: 'declined',
  nothing: 'none',
};

/** Commits, opens or updates the request, then invites reviewers. */
async function act(made: Made, action: Action): Promise<Done> {
  const { call, survey: found, fresh } = made;
  const { host, settings } = call;
  if (host === undefined) throw new ProposeError('host-token', 'No token for the host is set.');
  const open = openOf(found);
  if (action === 'close' && open !== undefined) {
    await host.update(open, { body: 'All of it is now in the base.', close: true });
    return { url: open.url };
  }
  const commits =
    action === 'tell' ? { head: made.branch?.head ?? '', files: 0 } : await publish(made, host);
  const { head } = commits;
  const body = bodyOf(made, host, head);
  const title = settings.title ?? TITLE;
  const { name: branch } = found;
  const request = open ?? (await host.open({ branch, base: found.baseName, title, body }));
  // Another runner may have opened it with its own body.
  if (open !== undefined || readMarker(request.body)?.head !== head)
    await host.update(request, { body });
  const people = invited(settings, fresh);
  const asked = open === undefined ? people : { ...people, labels: [] };
  const notes = await host.invite(request, asked);
  return { url: request.url, head, files: commits.files, notes };
}

function bodyOf(
  { call, survey: found, branch, joined, ...made }: Made,
  host: Host,
  head: string,
): string {
  const { texts, hash, coverage } = made;
  const report = { ...made.report, locales: coverage.locales };
  const urlOf = (path: string, line?: number): string =>
    host.fileUrl(found.name, `${call.prefix}${path}`, line);
  const commits = branch?.commits ?? 0;
  const { homeless } = joined;
  const facts = { report, texts, commits, homeless, urlOf, marker: { texts: hash, head } };
  return bodyText(facts, host.bodyLimit);
}

/** The difference from the base, for `git apply`. */
function patchOf({ tree, survey: found, result }: Made): Promise<Buffer> {
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
