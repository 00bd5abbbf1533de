/** A GitHub pull request or a GitLab merge request. */
export interface HostRequest {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly title: string;
  readonly body: string;
  /** User name of the author, as the host spells it. */
  readonly author: string;
}

/** A file of a commit. */
export interface FileChange {
  /** Relative to the repository, with `/`. */
  readonly path: string;
  /** Undefined: the file is deleted. */
  readonly content: Buffer | undefined;
  /** Whether the commit adds it. */
  readonly isNew: boolean;
}

export interface HostCommit {
  readonly branch: string;
  /** The parent commit. */
  readonly parent: string;
  /** `head`: the branch exists and ends at the parent · `new`: it starts at the parent. */
  readonly start: 'head' | 'new';
  readonly headline: string;
  readonly description: string;
  readonly changes: readonly FileChange[];
  /**
   * The commit that last changed a file of the parent. Undefined if a shallow clone does not
   * contain it.
   */
  readonly lastCommitOf: (path: string) => Promise<string | undefined>;
}

/** How to bring a branch up to date with its base. Never forces a push. */
export interface HostJoin {
  readonly branch: string;
  readonly branchHead: string;
  readonly baseHead: string;
  readonly headline: string;
  readonly description: string;
  /** Files that both sides changed, with the base's content, which removes the conflicts. */
  readonly aligned: () => Promise<readonly FileChange[]>;
  /** Pushes a merge made here by git and returns its commit hash. */
  readonly push: () => Promise<string>;
}

export interface HostPeople {
  readonly labels: readonly string[];
  /** Names without `@`; GitHub teams are `organization/team`. */
  readonly reviewers: readonly string[];
}

/** A service that hosts repositories. Every call may throw a ProposeError. */
export interface Host {
  readonly name: 'GitHub' | 'GitLab';
  /** The host's term for a request. */
  readonly word: 'pull request' | 'merge request';
  /** The most UTF-16 units of a request's body. */
  readonly bodyLimit: number;
  /** Address of a file on a branch, for readers. */
  fileUrl(branch: string, path: string, line?: number): string;
  /** The repository's default branch. @throws if the token may not write */
  defaultBranch(): Promise<string>;
  /** Requests of a branch, newest first. */
  requestsOf(branch: string): Promise<readonly HostRequest[]>;
  /** Returns the hash of the new commit. */
  commit(commit: HostCommit): Promise<string>;
  /** Returns the new head of the branch. */
  join(join: HostJoin): Promise<string>;
  open(request: NewRequest): Promise<HostRequest>;
  update(request: HostRequest, change: RequestChange): Promise<void>;
  /**
   * Sets labels and reviewers of a request. Returns what the host did not accept, as human text.
   */
  invite(request: HostRequest, people: HostPeople): Promise<readonly string[]>;
  /** Number of calls so far, retries included. */
  calls(): number;
}

export interface NewRequest {
  readonly branch: string;
  readonly base: string;
  readonly title: string;
  readonly body: string;
}

export interface RequestChange {
  readonly body: string;
  readonly close?: true;
}
