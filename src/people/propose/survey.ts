import { commitsOfPeople } from './branch.js';
import type { Branch } from './branch.js';
import { BRANCH } from './project.js';
import type { ProposeCall } from './project.js';
import { ProposeError } from './errors.js';
import type { HostRequest } from './host.js';
import { readMarker } from './body.js';

/** The state of the repository and the host before anything is done. */
export interface Survey {
  /** The branch of the proposal. */
  readonly name: string;
  /** The branch that the request merges into; `HEAD` for a patch. */
  readonly baseName: string;
  /** Commit hashes. */
  readonly base: string;
  /** The branch, if the proposal continues it. */
  readonly branch: Branch | undefined;
  /**
   * The head of a branch that has no commits by people and no open request; undefined: there is no
   * such branch.
   */
  readonly leftOver: string | undefined;
  /** Requests of the branch, newest first. */
  readonly requests: readonly HostRequest[];
}

/** @throws ProposeError */
export async function survey(call: ProposeCall): Promise<Survey> {
  const { git, host, remote, settings, as } = call;
  const name = settings.branch ?? BRANCH;
  if (as === 'patch') {
    const base = await git.text(['rev-parse', 'HEAD']);
    const none = { branch: undefined, leftOver: undefined, requests: [] };
    return { name, baseName: 'HEAD', base, ...none };
  }
  const standard = await host?.defaultBranch();
  const baseName = settings.base ?? standard ?? (await ownDefault(call));
  const requests = (await host?.requestsOf(name)) ?? [];
  const heads = await remote.heads([baseName, name]);
  const base = heads.get(baseName);
  if (base === undefined) {
    const message = `The repository has no branch ${baseName}.`;
    throw new ProposeError('no-repository', message, 'Set propose.base to the right one.');
  }
  await remote.fetch([...heads.keys()]);
  const head = heads.get(name);
  const facts = { name, baseName, base, requests };
  if (head === undefined) return { ...facts, branch: undefined, leftOver: undefined };
  const start = await remote.mergeBase(base, head, [baseName, name]);
  const commits = await commitsOfPeople(git, head, [base]);
  const goesOn = requests.some(({ state }) => state === 'open') || isBegun(call, requests, head);
  if (!goesOn && commits === 0) return { ...facts, branch: undefined, leftOver: head };
  return { ...facts, branch: { head, start, commits }, leftOver: undefined };
}

/** Whether another runner has just created the branch and will open its request next. */
function isBegun(
  { runners = 1 }: ProposeCall,
  requests: readonly HostRequest[],
  head: string,
): boolean {
  return runners > 1 && requests.every(({ body }) => readMarker(body)?.head !== head);
}

/** The default branch that git knows, for runs without a host. */
async function ownDefault({ git }: ProposeCall): Promise<string> {
  const { code, stdout } = await git.try(['symbolic-ref', '--short', 'refs/remotes/origin/HEAD']);
  if (code === 0)
    return stdout
      .toString()
      .trim()
      .replace(/^origin\//, '');
  return git.text(['rev-parse', '--abbrev-ref', 'HEAD']);
}

/** The open request, if any. */
export function openOf({ requests }: Survey): HostRequest | undefined {
  return requests.find(({ state }) => state === 'open');
}
