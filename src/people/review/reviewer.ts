import type { ResolvedConfig } from '../../config/index.js';
import { createReviewer } from '../../engine/index.js';
import type { Reviewer } from '../../engine/index.js';
import type { Translator } from '../../model/index.js';

export type ReviewerOptions = Omit<Parameters<typeof createReviewer>[1], 'openTranslator'>;

/** A reviewer that sends nothing. */
export function openReviewer(config: ResolvedConfig, options: ReviewerOptions): Reviewer {
  const openTranslator = (): Promise<Translator> =>
    Promise.reject(new Error('a review sends nothing'));
  return createReviewer(config, { ...options, openTranslator });
}

/** The same for one piece of work. */
export async function withReviewer<Result>(
  config: ResolvedConfig,
  options: ReviewerOptions,
  work: (reviewer: Reviewer) => Promise<Result>,
): Promise<Result> {
  const reviewer = openReviewer(config, options);
  try {
    return await work(reviewer);
  } finally {
    await reviewer.close();
  }
}
