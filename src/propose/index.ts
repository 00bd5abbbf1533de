export type { ProposeCall } from './call.js';
export { MovedError, ProposeError } from './errors.js';
export { Git } from './git.js';
export type { Host } from './host.js';
export { createGithub } from './hosts/github.js';
export { createGitlab } from './hosts/gitlab.js';
export { propose } from './propose.js';
export type { Project } from './project.js';
export { Remote } from './remote.js';
