import * as z from 'zod';

/** What a service may make of a text that holds, and is no translation of it all the same. */
export const distortions = ['no-end', 'one-line', 'repeat', 'cut-short', 'echo'] as const;
export type Distortion = (typeof distortions)[number];

const selectors = {
  /** Only the next n requests that the rule fits. */
  next: z.int().min(1).optional(),
  /** Only every k-th request that the rule fits. */
  every: z.int().min(1).optional(),
  /** Only requests for this target language. */
  target: z.string().optional(),
  /** Only requests with this in their body. */
  contains: z.string().min(1).optional(),
  /** Only requests whose path begins so. */
  path: z.string().optional(),
  /** Only bodies of at least this many bytes. */
  bytes: z.int().min(0).optional(),
  /** Only translate requests with (or without) tag handling. */
  tagged: z.boolean().optional(),
  /** Only while more requests than this are under way. */
  inFlightAbove: z.int().min(0).optional(),
};

/**
 * What goes wrong, and when. `latency` adds to whatever else happens; of the others, the first that
 * fits counts.
 *
 * `status`: answers `status` (429, 500, 503, 456, 413, 403 …; 200 for what only looks like an
 * answer), with a JSON body, an HTML page or none, and `Retry-After` in seconds or as a date.
 * `drop`: hangs up without an answer. `lose`: does and bills the work, then hangs up. `hang`: never
 * answers. `half`: hangs up in the middle of the answer. `too-few`: leaves out the last text.
 * `mangle`: damages placeholders and tags. `distort`: answers with texts that are sound and wrong:
 * `how` says whether the end of the sentence is lost, the line breaks are, the text comes three
 * times, most of it is missing, or the source comes back.
 */
export const faultRule = z.discriminatedUnion('fault', [
  z.strictObject({ fault: z.literal('latency'), milliseconds: z.int().min(0), ...selectors }),
  z.strictObject({
    fault: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.enum(['json', 'html', 'none']).default('json'),
    retryAfter: z.int().min(0).optional(),
    retryAfterDate: z.boolean().default(false),
    ...selectors,
  }),
  z.strictObject({ fault: z.literal('drop'), ...selectors }),
  z.strictObject({ fault: z.literal('lose'), ...selectors }),
  z.strictObject({ fault: z.literal('hang'), ...selectors }),
  z.strictObject({ fault: z.literal('half'), ...selectors }),
  z.strictObject({ fault: z.literal('too-few'), ...selectors }),
  z.strictObject({ fault: z.literal('mangle'), ...selectors }),
  z.strictObject({ fault: z.literal('distort'), how: z.enum(distortions), ...selectors }),
]);

export const faultRules = z.array(faultRule).max(100);

export type FaultInput = z.input<typeof faultRule>;
export type FaultRule = z.output<typeof faultRule>;
