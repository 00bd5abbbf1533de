/** Default branch of proposals. */
export const BRANCH = 'locale-sync';

/** Default title of requests and commits. */
export const TITLE = 'Translate new and changed texts';
