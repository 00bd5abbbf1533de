export type { ProposeCall, Project } from './project.js';
export { MovedError, ProposeError } from './errors.js';
export { Git, Remote } from './git.js';
export type { Host } from './host.js';
export { createGithub } from './hosts/github.js';
export { createGitlab } from './hosts/gitlab.js';
export { propose } from './propose.js';
