import type { IncomingMessage, ServerResponse } from 'node:http';
import type { ResolvedConfig } from '../../config/index.js';
import type { Words } from '../../model/index.js';
import { answerRequest } from './server/answer-requests.js';
import { openParts } from './server/open-review.js';

/** The review page on another server, such as a dev server. */
export interface MountedReview {
  /**
   * Responds to a request for the page or its data; false: it is none of its paths. Responds only
   * to this machine, and edits need the token in the page.
   * @param at.base path of the page in the browser: `/shop/__locale-sync`
   * @param at.path path below it, without a query
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

/** Reads the project and follows its files until it is closed. @throws LocaleSyncError */
export async function mountReview(
  config: ResolvedConfig,
  { words, status }: MountOptions,
): Promise<MountedReview> {
  const parts = await openParts(config, { words });
  // The host server checks the requested host name itself.
  const answering = { ...parts, hosts: undefined, isOpenPage: true, status };
  return {
    answer: (request, response, at) => answerRequest(request, response, { ...answering, ...at }),
    close: () => parts.close(),
  };
}
