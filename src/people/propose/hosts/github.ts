import { MovedError, ProposeError } from '../errors.js';
import type { Host, HostCommit, HostJoin, HostPeople, HostRequest, NewRequest } from '../host.js';
import {
  createHostHttp,
  encodedPath,
  isProtection,
  isTaken,
  messageOf,
  protectedBranch,
  recordOf,
  stringIn,
} from '../http.js';
import type { HostConnection, HostHttp } from '../http.js';

export interface GithubOptions extends HostConnection {
  /** `owner/name`. */
  readonly repository: string;
  readonly token: string;
  /** Such as `https://api.github.com`. */
  readonly api: string;
  readonly graphql: string;
  /** Such as `https://github.com`. */
  readonly server: string;
}

interface Github {
  readonly http: HostHttp;
  readonly options: GithubOptions;
  /** Path of the repository in the API. */
  readonly repo: string;
}

const COMMIT = `mutation ($input: CreateCommitOnBranchInput!) {
  createCommitOnBranch(input: $input) {
    commit {
      oid
    }
  }
}`;

/** GitHub over REST, with GraphQL for commits, which GitHub then signs. */
export function createGithub(options: GithubOptions): Host {
  const { repository, server, api, token } = options;
  const headers = {
    authorization: `Bearer ${token}`,
    accept: 'application/vnd.github+json',
    'x-github-api-version': '2022-11-28',
  };
  const http = createHostHttp({ ...options, name: 'GitHub', base: api, headers });
  const github: Github = { http, options, repo: `/repos/${repository}` };
  return {
    name: 'GitHub',
    word: 'pull request',
    bodyLimit: 65_536,
    fileUrl: (branch, path, line) =>
      `${server}/${repository}/blob/${encodedPath(branch)}/${encodedPath(path)}${line === undefined ? '' : `#L${line}`}`,
    defaultBranch: async () => stringIn(await standing(github), 'default_branch'),
    requestsOf: (branch) => requestsOf(github, branch),
    commit: (commit) => makeCommit(github, commit),
    join: (join) => joinBase(github, join),
    open: (request) => openRequest(github, request),
    update: async ({ number }, { body, close }) => {
      const path = `${github.repo}/pulls/${number}`;
      const change = { body, ...(close === true ? { state: 'closed' } : {}) };
      await http.get({ method: 'PATCH', path, body: change });
    },
    invite: (request, people) => invite(github, request, people),
    calls: http.calls,
  };
}

async function standing({ http, repo, options }: Github): Promise<unknown> {
  const data = await http.get({ method: 'GET', path: repo });
  if (recordOf(recordOf(data)['permissions'])['push'] !== false) return data;
  const message = `The token in ${options.tokenName} only has read access to ${options.repository}.`;
  const hint = 'It needs write access to contents and pull requests of this repository.';
  throw new ProposeError('host-forbidden', message, hint);
}

async function requestsOf({ http, repo, options }: Github, branch: string): Promise<HostRequest[]> {
  const [owner = ''] = options.repository.split('/');
  const head = encodeURIComponent(`${owner}:${branch}`);
  const path = `${repo}/pulls?state=all&head=${head}&sort=created&direction=desc&per_page=50`;
  const data = await http.get({ method: 'GET', path });
  return Array.isArray(data) ? data.map(requestOf) : [];
}

function requestOf(data: unknown): HostRequest {
  const { number, state, merged_at: merged, body, user, title } = recordOf(data);
  const closed = typeof merged === 'string' ? 'merged' : 'closed';
  const login = recordOf(user)['login'];
  return {
    number: Number(number),
    url: stringIn(data, 'html_url'),
    state: state === 'open' ? 'open' : closed,
    title: typeof title === 'string' ? title : '',
    body: typeof body === 'string' ? body : '',
    author: typeof login === 'string' ? login : '',
  };
}

async function makeCommit(github: Github, commit: HostCommit): Promise<string> {
  const { http, repo } = github;
  const { branch, parent, start, changes, headline, description } = commit;
  if (start === 'new') {
    const body = { ref: `refs/heads/${branch}`, sha: parent };
    const answer = await http.send({ method: 'POST', path: `${repo}/git/refs`, body });
    if (answer.status === 422 && isTaken(answer.data)) throw new MovedError(branch);
    if (answer.status !== 201) throw http.failure(answer);
  }
  const additions = changes.flatMap(({ path, content }) =>
    content === undefined ? [] : [{ path, contents: content.toString('base64') }],
  );
  const deletions = changes.flatMap(({ path, content }) =>
    content === undefined ? [{ path }] : [],
  );
  const input = {
    branch: { repositoryNameWithOwner: github.options.repository, branchName: branch },
    expectedHeadOid: parent,
    message: { headline, body: description },
    fileChanges: { additions, deletions },
  };
  const data = await graphql(github, branch, { query: COMMIT, variables: { input } });
  return stringIn(recordOf(recordOf(data)['createCommitOnBranch'])['commit'], 'oid');
}

/** GraphQL answers 200 even for errors. */
async function graphql({ http, options }: Github, branch: string, body: object): Promise<unknown> {
  const answer = await http.send({ method: 'POST', path: options.graphql, body });
  if (answer.status !== 200) throw http.failure(answer);
  const { data, errors } = recordOf(answer.data);
  if (!Array.isArray(errors) || errors.length === 0) return data;
  const { type } = recordOf(errors[0]);
  const said = messageOf(errors[0]);
  if (type === 'STALE_DATA' || /expected branch to point to/i.test(said)) {
    throw new MovedError(branch);
  }
  if (isProtection(said)) throw protectedBranch('GitHub', said);
  if (type === 'FORBIDDEN' || /not accessible by/i.test(said)) {
    throw http.failure({ status: 403, data: { message: said } });
  }
  throw http.failure({ status: 422, data: { message: said } });
}

/**
 * GitHub makes and signs the merge. Files that both sides changed are first set to the base's
 * content.
 */
async function joinBase(github: Github, join: HostJoin): Promise<string> {
  const { branch, branchHead, headline, description } = join;
  const first = await merge(github, join);
  if (first !== undefined) return first === '' ? branchHead : first;
  const changes = await join.aligned();
  await makeCommit(github, {
    ...{ branch, parent: branchHead, start: 'head', changes, headline, description },
    // GitHub does not ask for it.
    lastCommitOf: () => Promise.resolve(undefined),
  });
  const second = await merge(github, join);
  if (second !== undefined && second !== '') return second;
  const message = `GitHub cannot merge ${join.baseHead} into ${branch}.`;
  throw new ProposeError('conflict', message, 'Merge it by hand, and run again.');
}

/** Returns the merge's hash, '' if there is nothing to merge, undefined for a conflict. */
async function merge({ http, repo }: Github, join: HostJoin): Promise<string | undefined> {
  const { branch, baseHead, headline, description } = join;
  const body = { base: branch, head: baseHead, commit_message: `${headline}\n\n${description}` };
  const answer = await http.send({ method: 'POST', path: `${repo}/merges`, body });
  if (answer.status === 409) return undefined;
  if (answer.status === 204) return '';
  if (answer.status !== 201) throw http.failure(answer);
  return stringIn(answer.data, 'sha');
}

async function openRequest(github: Github, request: NewRequest): Promise<HostRequest> {
  const { branch: head, base, title, body } = request;
  const path = `${github.repo}/pulls`;
  const answer = await github.http.send({
    method: 'POST',
    path,
    body: { head, base, title, body },
  });
  if (answer.status === 201) return requestOf(answer.data);
  // The response was lost: the request is already open.
  const known = answer.status === 422 ? await requestsOf(github, head) : [];
  const open = known.find(({ state }) => state === 'open');
  if (open !== undefined) return open;
  throw github.http.failure(answer);
}

/** A reviewer who may not review does not stop the run. */
async function invite(
  { http, repo }: Github,
  { number, author }: HostRequest,
  { labels, reviewers }: HostPeople,
): Promise<readonly string[]> {
  const refused: string[] = [];
  const ask = async (path: string, body: object, what: string): Promise<void> => {
    const answer = await http.send({ method: 'POST', path: `${repo}${path}`, body });
    if (answer.status >= 300) refused.push(`${what}: ${http.failure(answer).message}`);
  };
  if (labels.length > 0) await ask(`/issues/${number}/labels`, { labels }, 'labels');
  const teams = reviewers.flatMap((name) => name.split('/')[1] ?? []);
  // GitHub rejects the whole list if the author is in it.
  const people = reviewers.filter((name) => !name.includes('/') && name !== author);
  if (people.length + teams.length > 0) {
    const body = { reviewers: people, team_reviewers: teams };
    await ask(`/pulls/${number}/requested_reviewers`, body, 'reviewers');
  }
  return refused;
}
