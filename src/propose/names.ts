/** The branch of proposals, where the config names none. */
export const BRANCH = 'locale-sync';

/** The title of requests and commits, where the config has none. */
export const TITLE = 'Translate new and changed texts';
