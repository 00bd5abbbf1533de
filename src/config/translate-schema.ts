import * as z from 'zod';
import { limits } from '../api/facts/limits.js';
import { formalities, modelTypes } from '../api/facts/options.js';

const { instructions, instructionCharacters, thresholdDefault, thresholdMax } = limits.translate;

const instruction = z
  .string()
  .min(1)
  .refine((text) => Array.from(text).length <= instructionCharacters, {
    message: `the service accepts instructions of at most ${instructionCharacters} characters`,
  })
  .meta({ maxLength: instructionCharacters });

/** The options of a request for translations. */
export const options = {
  model: z.enum(modelTypes).describe('Translation model. Default: the service chooses.'),
  formality: z
    .enum(formalities)
    .describe(
      '`more` and `less` fail for languages without formality; `prefer_…` fall back to the default.',
    ),
  context: z
    .string()
    .describe(
      'What the texts are about, or `auto`: the section, the words in the keys and nearby texts. Not billed.',
    ),
  glossary: z
    .string()
    .min(1)
    .describe('Id or name of a glossary, or the path of a CSV or TSV file.'),
  style: z
    .string()
    .min(1)
    .describe(
      "Id or name of a style rule list of the target's language, or the path of a YAML file.",
    ),
  memory: z.string().min(1).describe('Id or name of a translation memory.'),
  memory_threshold: z
    .int()
    .min(0)
    .max(thresholdMax)
    .describe(`Minimum match in percent for using the memory. Default: ${thresholdDefault}.`),
  instructions: z
    .array(instruction)
    .max(instructions)
    .describe(`Up to ${instructions} instructions of up to ${instructionCharacters} characters.`),
};

const translateOptions = z.strictObject(options).partial();

/** `translate` of the config: options for all targets, and for single ones. */
export const translate = z
  .strictObject({
    ...options,
    targets: z
      .record(z.string(), translateOptions)
      .describe('The same options for individual targets, by locale as in `targets`.'),
  })
  .partial();
