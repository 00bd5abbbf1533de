import pLimit from 'p-limit';
import { MovedError } from '../errors.js';
import type { Host, HostCommit, HostPeople, HostRequest, NewRequest } from '../host.js';
import { createHostHttp, encodedPath, isTaken, recordOf, stringIn } from '../http.js';
import type { HostConnection, HostHttp } from '../http.js';

export interface GitlabOptions extends HostConnection {
  /** ID of the project, or its path: `group/name`. */
  readonly project: string;
  readonly token: string;
  /** Such as `https://gitlab.com/api/v4`. */
  readonly api: string;
  /** Web address of the project: `https://gitlab.com/group/name`. */
  readonly web: string;
}

interface Gitlab {
  readonly http: HostHttp;
  /** Path of the project in the API. */
  readonly path: string;
}

/** GitLab over its REST API. */
export function createGitlab(options: GitlabOptions): Host {
  const { project, token, api, web } = options;
  const headers = { 'private-token': token, accept: 'application/json' };
  const http = createHostHttp({ ...options, name: 'GitLab', base: api, headers });
  const gitlab: Gitlab = { http, path: `/projects/${encodeURIComponent(project)}` };
  return {
    name: 'GitLab',
    word: 'merge request',
    bodyLimit: 1_000_000,
    fileUrl: (branch, path, line) =>
      `${web}/-/blob/${encodedPath(branch)}/${encodedPath(path)}${line === undefined ? '' : `#L${line}`}`,
    defaultBranch: async () =>
      stringIn(await http.get({ method: 'GET', path: gitlab.path }), 'default_branch'),
    requestsOf: (branch) => requestsOf(gitlab, branch),
    commit: (commit) => makeCommit(gitlab, commit),
    // GitLab has no call that merges one branch into another.
    join: ({ push }) => push(),
    open: (request) => openRequest(gitlab, request),
    update: async ({ number }, { body, close }) => {
      const change = { description: body, ...(close === true ? { state_event: 'close' } : {}) };
      await http.get({
        method: 'PUT',
        path: `${gitlab.path}/merge_requests/${number}`,
        body: change,
      });
    },
    invite: (request, people) => invite(gitlab, request, people),
    calls: http.calls,
  };
}

async function requestsOf({ http, path }: Gitlab, branch: string): Promise<HostRequest[]> {
  const query = `state=all&source_branch=${encodeURIComponent(branch)}&order_by=created_at&sort=desc&per_page=50`;
  const data = await http.get({ method: 'GET', path: `${path}/merge_requests?${query}` });
  return Array.isArray(data) ? data.map(requestOf) : [];
}

function requestOf(data: unknown): HostRequest {
  const { iid, state, description, author, title } = recordOf(data);
  const name = recordOf(author)['username'];
  return {
    number: Number(iid),
    url: stringIn(data, 'web_url'),
    state: state === 'opened' ? 'open' : state === 'merged' ? 'merged' : 'closed',
    title: typeof title === 'string' ? title : '',
    body: typeof description === 'string' ? description : '',
    author: typeof name === 'string' ? name : '',
  };
}

/** The most git processes that look up last commits at the same time. */
const LOOKS = 8;

/** GitLab refuses to change a file that has a newer commit than the one given here. */
async function actionsOf({ start, changes, lastCommitOf }: HostCommit): Promise<readonly object[]> {
  const limit = pLimit(LOOKS);
  return limit.map(changes, async ({ path, content, isNew }) => {
    const last = start === 'new' || isNew ? undefined : await lastCommitOf(path);
    const known = last === undefined ? {} : { last_commit_id: last };
    if (content === undefined) return { action: 'delete', file_path: path, ...known };
    const file = { file_path: path, content: content.toString('base64'), encoding: 'base64' };
    return { action: isNew ? 'create' : 'update', ...file, ...known };
  });
}

/**
 * One call creates the branch and its commit.
 * @throws MovedError if somebody pushed in the meantime
 */
async function makeCommit({ http, path }: Gitlab, commit: HostCommit): Promise<string> {
  const { branch, parent, start, headline, description } = commit;
  const actions = await actionsOf(commit);
  const answer = await http.send({
    method: 'POST',
    path: `${path}/repository/commits`,
    body: {
      branch,
      commit_message: `${headline}\n\n${description}`,
      actions,
      ...(start === 'head' ? {} : { start_sha: parent }),
    },
  });
  const { data } = answer;
  // Somebody else was first to create the branch, or to create or change a file on it.
  if (answer.status === 400 && isTaken(data)) throw new MovedError(branch);
  if (answer.status >= 300) throw http.failure(answer);
  const { parent_ids: parents } = recordOf(data);
  const made = stringIn(data, 'id');
  const before: unknown = Array.isArray(parents) ? parents[0] : undefined;
  if (typeof before !== 'string' || before === parent) return made;
  throw new MovedError(branch, { start: parent, end: before });
}

async function openRequest(gitlab: Gitlab, request: NewRequest): Promise<HostRequest> {
  const { http, path } = gitlab;
  const { branch, base, title, body } = request;
  const answer = await http.send({
    method: 'POST',
    path: `${path}/merge_requests`,
    body: {
      source_branch: branch,
      target_branch: base,
      title,
      description: body,
      remove_source_branch: true,
    },
  });
  if (answer.status === 201) return requestOf(answer.data);
  // The response was lost: the request is already open.
  const requests = answer.status === 409 ? await requestsOf(gitlab, branch) : [];
  const open = requests.find(({ state }) => state === 'open');
  if (open !== undefined) return open;
  throw http.failure(answer);
}

/** One call for labels and reviewers. Returns the names that GitLab does not know. */
async function invite(
  gitlab: Gitlab,
  { number }: HostRequest,
  { labels, reviewers }: HostPeople,
): Promise<readonly string[]> {
  const ids = await idsOf(gitlab, reviewers);
  const known = reviewers.flatMap((name) => ids.get(name) ?? []);
  const change = {
    ...(labels.length === 0 ? {} : { add_labels: labels }),
    ...(known.length === 0 ? {} : { reviewer_ids: known }),
  };
  const refused = reviewers
    .filter((name) => !ids.has(name))
    .map((name) => `reviewers: GitLab has no member ${name}`);
  if (Object.keys(change).length === 0) return refused;
  const path = `${gitlab.path}/merge_requests/${number}`;
  const answer = await gitlab.http.send({ method: 'PUT', path, body: change });
  if (answer.status < 300) return refused;
  return [...refused, `labels, reviewers: ${gitlab.http.failure(answer).message}`];
}

/** The most members in one response. */
const PAGE = 100;

/**
 * User ids by name, because the API does not take names. One call finds them in most projects; if
 * there are more members than fit one response, missing names are searched for.
 */
async function idsOf(
  gitlab: Gitlab,
  names: readonly string[],
): Promise<ReadonlyMap<string, number>> {
  if (names.length === 0) return new Map();
  const first = await membersOf(gitlab, '');
  const ids = new Map(first);
  if (first.length < PAGE) return ids;
  for (const name of names.filter((one) => !ids.has(one))) {
    const found = await membersOf(gitlab, `&query=${encodeURIComponent(name)}`);
    for (const [username, id] of found) ids.set(username, id);
  }
  return ids;
}

async function membersOf({ http, path }: Gitlab, query: string): Promise<[string, number][]> {
  const call = { method: 'GET', path: `${path}/members/all?per_page=${PAGE}${query}` } as const;
  const { data } = await http.send(call);
  const members = Array.isArray(data) ? data.map(recordOf) : [];
  return members.flatMap(({ username, id }): [string, number][] =>
    typeof username === 'string' && typeof id === 'number' ? [[username, id]] : [],
  );
}
