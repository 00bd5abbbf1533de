/** A pull request of GitHub, or a merge request of GitLab. */
export interface HostRequest {
  readonly number: number;
  readonly url: string;
  readonly state: 'open' | 'closed' | 'merged';
  readonly title: string;
  readonly body: string;
  /** Who opened it, as the host writes names. */
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
  /** The commit that it follows. */
  readonly parent: string;
  /** `head`: the branch is there, and ends with the parent · `new`: it begins at the parent. */
  readonly start: 'head' | 'new';
  readonly headline: string;
  readonly description: string;
  readonly changes: readonly FileChange[];
  /** The commit that last changed a file of the parent. Undefined: a shallow clone does not know. */
  readonly lastCommitOf: (path: string) => Promise<string | undefined>;
}

/** How the base gets into a branch that is behind it. Nothing is ever forced. */
export interface HostJoin {
  readonly branch: string;
  readonly branchHead: string;
  readonly baseHead: string;
  readonly headline: string;
  readonly description: string;
  /** Files that both sides have changed, as the base has them: then nothing is in conflict. */
  readonly aligned: () => Promise<readonly FileChange[]>;
  /** Pushes a merge that git made here, and gives its name. */
  readonly push: () => Promise<string>;
}

export interface HostPeople {
  readonly labels: readonly string[];
  /** Names without `@`; teams of GitHub are `organization/team`. */
  readonly reviewers: readonly string[];
}

/** What one service that holds repositories is asked for. Every call may throw a ProposeError. */
export interface Host {
  readonly name: 'GitHub' | 'GitLab';
  /** What it calls a request. */
  readonly word: 'pull request' | 'merge request';
  /** UTF-16 units that the body of a request may have. */
  readonly bodyLimit: number;
  /** Where people read a file of a branch. */
  fileUrl(branch: string, path: string, line?: number): string;
  /** The branch that requests are for by default. @throws where nothing may be written */
  defaultBranch(): Promise<string>;
  /** Requests of a branch, the newest first. */
  requestsOf(branch: string): Promise<readonly HostRequest[]>;
  /** Gives the name of the new commit. */
  commit(commit: HostCommit): Promise<string>;
  /** Gives the head of the branch after it. */
  join(join: HostJoin): Promise<string>;
  open(request: NewRequest): Promise<HostRequest>;
  update(request: HostRequest, change: RequestChange): Promise<void>;
  /** Labels and reviewers of a request. Gives what the host did not take, in words. */
  invite(request: HostRequest, people: HostPeople): Promise<readonly string[]>;
  /** Calls so far, tries included. */
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
