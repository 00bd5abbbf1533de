import { execFileSync } from 'node:child_process';
import type { Proposal, Report } from '../../../src/model/index.js';
import { Project } from '../../support/project.js';
import { environment, service } from '../../support/service.js';
import { fakeGithub, githubEnvironment } from './fake-github.js';
import { fakeGitlab, gitlabEnvironment } from './fake-gitlab.js';
import type { FakeHost } from './fake-host.js';
import { Repository } from './repository.js';
import type { Files } from './repository.js';

export const CONFIG = {
  version: 1,
  source: 'en',
  targets: ['de', 'fr'],
  catalogs: [{ files: 'l/{locale}.json' }],
};

export const EN = { hello: 'Hello', save: 'Save all', total: 'Total {n}' };

export function json(content: object): string {
  return `${JSON.stringify(content, null, 2)}\n`;
}

export interface ShopOptions {
  readonly config?: object;
  readonly files?: Files;
  /** Environment of the embedded service. Default: one that works. */
  readonly env?: Readonly<Record<string, string>>;
}

export type Proposed = Report & {
  readonly proposal: Proposal;
  readonly code: number | null;
  readonly stderr: string;
};

/** A shop on a host, and a checkout of it. */
export class Shop {
  readonly host: FakeHost;
  readonly repository: Repository;
  readonly checkout: Project;

  constructor(host: FakeHost, checkout: Project) {
    this.host = host;
    this.repository = host.repository;
    this.checkout = checkout;
  }

  static async open(
    name: 'GitHub' | 'GitLab',
    { config = {}, files = {}, env }: ShopOptions = {},
  ): Promise<Shop> {
    const repository = new Repository();
    const content = {
      'service.config.json': json({ ...CONFIG, ...config }),
      'l/en.json': json(EN),
      '.gitattributes': 'locale-sync.lock merge=union\n',
      ...files,
    };
    repository.commit('main', content, { message: 'Begin' });
    const host = await (name === 'GitHub' ? fakeGithub(repository) : fakeGitlab(repository));
    const checkout = new Project({}, 'shop');
    execFileSync('git', ['clone', '--quiet', repository.path, checkout.root], { stdio: 'pipe' });
    checkout.env = {
      ...(name === 'GitHub' ? githubEnvironment(host) : gitlabEnvironment(host)),
      ...(env ?? environment(await service())),
    };
    return new Shop(host, checkout);
  }

  async propose(...args: readonly string[]): Promise<Proposed> {
    return (await this.checkout.report(['propose', ...args])) as Proposed;
  }

  /** Another runner with its own checkout. */
  another(): Shop {
    const checkout = new Project({}, 'runner');
    execFileSync('git', ['clone', '--quiet', this.repository.path, checkout.root], {
      stdio: 'pipe',
    });
    checkout.env = this.checkout.env;
    return new Shop(this.host, checkout);
  }

  /** A catalog on a branch. */
  catalog(locale: string, branch = 'locale-sync'): Record<string, string> {
    const text = this.repository.read(branch, `l/${locale}.json`) ?? '{}';
    return JSON.parse(text) as Record<string, string>;
  }

  /** Commits changed texts of a catalog as a person. */
  edit(branch: string, locale: string, texts: Readonly<Record<string, string>>): string {
    const content = json({ ...this.catalog(locale, branch), ...texts });
    return this.repository.commit(
      branch,
      { [`l/${locale}.json`]: content },
      { message: 'Correct' },
    );
  }

  /** Calls of the run after the first `calls` ones. */
  since(calls: number): readonly string[] {
    return this.host.calls().slice(calls);
  }
}
