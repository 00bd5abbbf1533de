import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResolvedConfig } from '../config/index.js';
import type { Words } from '../model/index.js';
import { answerRequest } from './server/answer-requests.js';
import { openParts } from './server/open-review.js';

/** The review page on a server of somebody else's, such as a dev server. */
export interface MountedReview {
  /**
   * Answers a request for the page or what it asks for; false: the path is none of them. Only this
   * machine is answered, and edits need the token that is in the page.
   * @param at.base path of the page as the browser has it: `/shop/__locale-sync`
   * @param at.path below it, without a query
   */
  answer(
    request: IncomingMessage,
    response: ServerResponse,
    at: { readonly base: string; readonly path: string },
  ): Promise<boolean>;
  close(): Promise<void>;
}

export interface MountOptions {
  readonly words: Words;
  /** Path, below the base, of a page that the review page links to. */
  readonly status?: string;
}

/** Looks at the project and follows its files until it is closed. @throws LocaleSyncError */
export async function mountReview(
  config: ResolvedConfig,
  { words, status }: MountOptions,
): Promise<MountedReview> {
  const parts = await openParts(config, { words });
  // The names of the server are its own affair: it checks the host that is asked for.
  const answering = { ...parts, hosts: undefined, isOpenPage: true, status };
  return {
    answer: (request, response, at) => answerRequest(request, response, { ...answering, ...at }),
    close: () => parts.close(),
  };
}
