import { addLabels, FakeHost } from './fake-host.js';
import type { Answer, Asked, FakeRequest } from './fake-host.js';
import { publishedApi, refusal } from './published-api.js';
import type { Files, Finished, Repository } from './repository.js';

const unpublished = publishedApi('gitlab-api.json');
const PROJECT = '/api/v4/projects/acme%2Fshop';

/** The part of GitLab that `propose` uses, on top of a bare repository. */
export async function fakeGitlab(repository: Repository, finished?: Finished): Promise<FakeHost> {
  const host = new FakeHost(repository);
  await host.start((asked) => {
    const given = answer(host, asked);
    const problems = unpublished(asked, given);
    return problems.length === 0 ? given : refusal('GitLab', problems);
  }, finished);
  return host;
}

export function gitlabEnvironment({ url, token }: FakeHost): Record<string, string> {
  return {
    CI_API_V4_URL: `${url}/api/v4`,
    CI_PROJECT_PATH: 'acme/shop',
    CI_PROJECT_URL: 'https://gitlab.example/acme/shop',
    GITLAB_TOKEN: token,
  };
}

function answer(host: FakeHost, asked: Asked): Answer {
  const { method, path, headers, body } = asked;
  if (headers['private-token'] !== host.token) {
    return { status: 401, body: { message: '401 Unauthorized' } };
  }
  const route = `${method} ${path.replace(PROJECT, '').replace(/\?.*/, '')}`;
  const number = Number(/\/merge_requests\/(\d+)/.exec(path)?.[1]);
  const request = host.requests.find((one) => one.number === number);
  switch (route.replace(/\d+/, 'N')) {
    case 'GET ':
      return { status: 200, body: { default_branch: 'main' } };
    case 'GET /merge_requests':
      return { status: 200, body: host.asksFor(asked).map((one) => shown(one)) };
    case 'GET /members/all':
      return { status: 200, body: membersOf(path) };
    case 'POST /repository/commits':
      return commit(host, body);
    case 'POST /merge_requests':
      return openRequest(host, body);
    case 'PUT /merge_requests/N':
      if (request === undefined) break;
      if (typeof body['description'] === 'string') request.body = body['description'];
      if (body['state_event'] === 'close') request.state = 'closed';
      if (Array.isArray(body['add_labels'])) {
        addLabels(request, body['add_labels']);
      }
      if (Array.isArray(body['reviewer_ids'])) {
        request.reviewers.push(...(body['reviewer_ids'] as number[]));
      }
      return { status: 200, body: shown(request) };
  }
  return { status: 404, body: { message: '404 Not Found' } };
}

/** More members than fit a page. A search also finds names that only start with the term. */
function membersOf(path: string): readonly object[] {
  const query = new URL(path, 'http://host').searchParams.get('query');
  const found = MEMBERS.filter(({ username }) => query === null || username.startsWith(query));
  return found.slice(0, 100);
}

const MEMBERS = [
  { id: 7, username: 'ada' },
  ...Array.from({ length: 120 }, (_, at) => ({ id: 100 + at, username: `member${at}` })),
  { id: 8, username: 'zoe2' },
  { id: 9, username: 'zoe' },
];

function shown({ number, state, title, body }: FakeRequest): object {
  return {
    iid: number,
    title,
    description: body,
    state: state === 'open' ? 'opened' : state,
    web_url: `https://gitlab.example/acme/shop/-/merge_requests/${number}`,
    author: { username: 'shop-bot' },
  };
}

interface CommitBody {
  readonly branch: string;
  readonly commit_message: string;
  readonly start_sha?: string;
  readonly actions: readonly {
    readonly action: 'create' | 'update' | 'delete';
    readonly file_path: string;
    readonly content?: string;
    readonly last_commit_id?: string;
  }[];
}

function commit(host: FakeHost, asked: Asked['body']): Answer {
  host.beforeCommit?.();
  const {
    branch,
    commit_message: message,
    start_sha: start,
    actions,
  } = asked as unknown as CommitBody;
  const { repository } = host;
  const head = repository.head(branch);
  const refused = (text: string): Answer => ({ status: 400, body: { message: text } });
  if (start !== undefined && head !== undefined) {
    return refused(`A branch called '${branch}' already exists.`);
  }
  const parent = start ?? head;
  if (parent === undefined)
    return refused('You can only create or edit files when you are on a branch');
  for (const { action, file_path: path, last_commit_id: last } of actions) {
    const isThere = repository.read(parent, path) !== undefined;
    if (action === 'create' && isThere) return refused('A file with this name already exists');
    if (action !== 'create' && !isThere) return refused("A file with this name doesn't exist");
    if (last !== undefined && last !== repository.lastCommit(parent, path))
      return refused(`The file has changed since you started editing it: ${path}`);
  }
  const files: Files = Object.fromEntries(
    actions.map(({ file_path: path, content }) => [
      path,
      content === undefined ? null : Buffer.from(content, 'base64'),
    ]),
  );
  const author = 'shop-bot <bot@gitlab.example>';
  const id = repository.commit(branch, files, { message, author, parent });
  return { status: 201, body: { id, parent_ids: [parent] } };
}

function openRequest(host: FakeHost, asked: Asked['body']): Answer {
  const { source_branch: head, target_branch: base, title, description } = asked;
  if (host.open.some((one) => one.head === head)) {
    return { status: 409, body: { message: ['Another open merge request already exists'] } };
  }
  const request: FakeRequest = {
    ...{ number: host.requests.length + 1, state: 'open', labels: [], reviewers: [] },
    ...{ title: String(title), body: String(description), head: String(head), base: String(base) },
  };
  host.requests.push(request);
  return { status: 201, body: shown(request) };
}
