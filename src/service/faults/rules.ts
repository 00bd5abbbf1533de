import * as z from 'zod';

/** How a sound text can be a wrong translation. */
export const distortions = ['no-end', 'one-line', 'repeat', 'cut-short', 'echo'] as const;
export type Distortion = (typeof distortions)[number];

const selectors = {
  /** Only the next n matching requests. */
  next: z.int().min(1).optional(),
  /** Only every k-th matching request. */
  every: z.int().min(1).optional(),
  /** Only requests for this target language. */
  target: z.string().optional(),
  /** Only requests with this text in their body. */
  contains: z.string().min(1).optional(),
  /** Only requests whose path starts with this. */
  path: z.string().optional(),
  /** Only bodies of at least this many bytes. */
  bytes: z.int().min(0).optional(),
  /** Only translate requests with (true) or without (false) tag handling. */
  tagged: z.boolean().optional(),
  /** Only while more requests than this are open. */
  inFlightAbove: z.int().min(0).optional(),
};

/**
 * A fault and when it happens. `latency` combines with other faults; of the others, the first
 * matching one counts.
 *
 * `status`: responds with `status` (429, 500, 503, 456, 413, 403 …; 200 for a body that only looks
 * like a response), with a JSON body, an HTML page or none, and `Retry-After` in seconds or as a
 * date. `drop`: closes the connection without a response. `lose`: does and bills the work, then
 * closes the connection. `hang`: never responds. `half`: closes the connection in the middle of the
 * response. `too-few`: leaves out the last translation. `mangle`: damages placeholders and tags.
 * `distort`: returns sound texts that are wrong; `how` says whether the end of the sentence is
 * missing, the line breaks are missing, the text is repeated three times, most of it is missing, or
 * it is the source.
 */
export const faultRule = z.discriminatedUnion('fault', [
  z.strictObject({ fault: z.literal('latency'), milliseconds: z.int().min(0), ...selectors }),
  z.strictObject({
    fault: z.literal('status'),
    status: z.int().min(200).max(599),
    body: z.enum(['json', 'html', 'none']).default('json'),
    retryAfter: z.number().min(0).optional(),
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
