import { addLabels, FakeHost } from './fake-host.js';
import type { Answer, Asked, FakeRequest } from './fake-host.js';
import { unpublished } from './github-schema.js';
import { refusal } from './published-api.js';
import type { Files, Finished, Repository } from './repository.js';

const REPO = '/repos/acme/shop';

/** The part of GitHub that `propose` uses, on top of a bare repository. */
export async function fakeGithub(repository: Repository, finished?: Finished): Promise<FakeHost> {
  const host = new FakeHost(repository);
  await host.start((asked) => {
    const given = answer(host, asked);
    const problems = unpublished(asked, given);
    return problems.length === 0 ? given : refusal('GitHub', problems);
  }, finished);
  return host;
}

/** The environment of a GitHub Actions job. */
export function githubEnvironment({ url, token }: FakeHost): Record<string, string> {
  return {
    GITHUB_API_URL: url,
    GITHUB_GRAPHQL_URL: `${url}/graphql`,
    GITHUB_SERVER_URL: 'https://github.example',
    GITHUB_REPOSITORY: 'acme/shop',
    GITHUB_TOKEN: token,
  };
}

function answer(host: FakeHost, asked: Asked): Answer {
  const { method, path, headers, body } = asked;
  if (headers.authorization !== `Bearer ${host.token}`) {
    return { status: 401, body: { message: 'Bad credentials' } };
  }
  const route = `${method} ${path.replace(REPO, '').replace(/\?.*/, '')}`;
  const number = Number(/\/(?:pulls|issues)\/(\d+)/.exec(path)?.[1]);
  const request = host.requests.find((one) => one.number === number);
  switch (route.replace(/\d+/, 'N')) {
    case 'GET ':
      return { status: 200, body: { default_branch: 'main', permissions: { push: true } } };
    case 'GET /pulls':
      return { status: 200, body: host.asksFor(asked).map((one) => shown(one)) };
    case 'POST /git/refs':
      return makeRef(host, body);
    case 'POST /merges':
      return merge(host, body);
    case 'POST /graphql':
      return commit(host, body);
    case 'POST /pulls':
      return openPull(host, body);
    case 'PATCH /pulls/N':
      if (request === undefined) break;
      if (typeof body['body'] === 'string') request.body = body['body'];
      if (body['state'] === 'closed') request.state = 'closed';
      return { status: 200, body: shown(request) };
    case 'POST /issues/N/labels':
      if (request !== undefined) addLabels(request, body['labels']);
      return { status: 200, body: [] };
    case 'POST /pulls/N/requested_reviewers':
      request?.reviewers.push(
        ...(body['reviewers'] as string[]),
        ...(body['team_reviewers'] as string[]),
      );
      return { status: 201, body: {} };
  }
  return { status: 404, body: { message: 'Not Found' } };
}

function shown({ number, state, title, body }: FakeRequest): object {
  return {
    number,
    title,
    body,
    state: state === 'open' ? 'open' : 'closed',
    merged_at: state === 'merged' ? '2026-01-01T00:00:00Z' : null,
    html_url: `https://github.example/acme/shop/pull/${number}`,
    user: { login: 'shop-bot[bot]' },
  };
}

function makeRef({ repository }: FakeHost, { ref, sha }: Asked['body']): Answer {
  const branch = String(ref).replace('refs/heads/', '');
  if (repository.head(branch) !== undefined) {
    return { status: 422, body: { message: 'Reference already exists' } };
  }
  repository.git(['update-ref', String(ref), String(sha)]);
  return { status: 201, body: { ref, object: { sha } } };
}

function merge(
  { repository }: FakeHost,
  { base, head, commit_message: message }: Asked['body'],
): Answer {
  const made = repository.merge(String(base), String(head), String(message));
  if (made === undefined) return { status: 409, body: { message: 'Merge conflict' } };
  return made === '' ? { status: 204 } : { status: 201, body: { sha: made } };
}

interface CommitInput {
  readonly branch: { readonly repositoryNameWithOwner: string; readonly branchName: string };
  readonly expectedHeadOid: string;
  readonly message: { readonly headline: string; readonly body: string };
  readonly fileChanges: {
    readonly additions: readonly { readonly path: string; readonly contents: string }[];
    readonly deletions: readonly { readonly path: string }[];
  };
}

function commit(host: FakeHost, { query, variables }: Asked['body']): Answer {
  if (!String(query).includes('createCommitOnBranch(input: $input)')) {
    return { status: 200, body: { errors: [{ message: 'unknown query' }] } };
  }
  const { input } = variables as { readonly input: CommitInput };
  const { branchName } = input.branch;
  host.beforeCommit?.();
  const head = host.repository.head(branchName);
  if (head !== input.expectedHeadOid) {
    const message = `Expected branch to point to "${input.expectedHeadOid}" but it points to "${head ?? ''}".`;
    return { status: 200, body: { data: null, errors: [{ type: 'STALE_DATA', message }] } };
  }
  const files: Files = Object.fromEntries([
    ...input.fileChanges.additions.map(
      ({ path, contents }) => [path, Buffer.from(contents, 'base64')] as const,
    ),
    ...input.fileChanges.deletions.map(({ path }) => [path, null] as const),
  ]);
  const message = `${input.message.headline}\n\n${input.message.body}`;
  const author = 'shop-bot[bot] <bot@users.noreply.github.example>';
  const oid = host.repository.commit(branchName, files, { message, author });
  return { status: 200, body: { data: { createCommitOnBranch: { commit: { oid } } } } };
}

function openPull(host: FakeHost, { head, base, title, body }: Asked['body']): Answer {
  const refused = (message: string): Answer => ({ status: 422, body: { message } });
  if (host.open.some((one) => one.head === head)) return refused('A pull request already exists');
  if (host.repository.log(String(head), String(base)).length === 0) return refused('No commits');
  if (String(body).length > 65_536) return refused('body is too long');
  const request: FakeRequest = {
    ...{ number: host.requests.length + 1, state: 'open', labels: [], reviewers: [] },
    ...{ title: String(title), body: String(body), head: String(head), base: String(base) },
  };
  host.requests.push(request);
  return { status: 201, body: shown(request) };
}
