import * as z from 'zod';
import { limits } from '../facts/index.js';

/** A language code in any letter case. The language tables determine which codes exist. */
export const languageCode = z.string().min(1).max(35);

/** ISO 8601. */
export const timestamp = z.string();

export const integer = z.int();

/** What is billed. */
export const amount = integer.min(0);

export const signedUrl = z.enum(['signed_url']);

/** `page` counts from 0. */
export const pageQuery = {
  page: z.int().min(0).default(0).describe('Index of the page, from 0.'),
  page_size: z
    .int()
    .min(1)
    .max(limits.styleRules.pageSizeMax)
    .default(limits.styleRules.pageSizeDefault),
};

/** A text that must never be shown, logged or quoted in an error. */
export const secret = z.string().meta({ format: 'password' });
