import * as z from 'zod';
import { keyScheme } from '../api/facts/headers.js';
import { limits } from '../api/facts/limits.js';
import {
  engineNames,
  formalities,
  modelTypes,
  writeTones,
  writingStyles,
} from '../api/facts/options.js';
import { FORMAT_NAMES } from '../formats/endings.js';
import { ENCODINGS, MESSAGE_LIBRARIES, MESSAGE_SYNTAXES, RULES } from '../model/index.js';
import type { RuleName } from '../model/index.js';
import { DEFAULT_RULES } from './default-rules.js';

const { instructions, instructionCharacters, thresholdDefault, thresholdMax } = limits.translate;

const instruction = z
  .string()
  .min(1)
  .refine((text) => Array.from(text).length <= instructionCharacters, {
    message: `the service takes instructions of at most ${instructionCharacters} characters`,
  })
  .meta({ maxLength: instructionCharacters });

const options = {
  model: z.enum(modelTypes).describe('Translation model. Default: the service chooses.'),
  formality: z
    .enum(formalities)
    .describe('`more` and `less` fail for languages without formality; `prefer_…` fall back.'),
  context: z
    .string()
    .describe(
      'What the texts are about, or `auto`: the section, the words of the keys and texts nearby. Not billed.',
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
    .describe(`Lowest match in percent that the memory is used for. Default: ${thresholdDefault}.`),
  instructions: z
    .array(instruction)
    .max(instructions)
    .describe(`Up to ${instructions} instructions of up to ${instructionCharacters} characters.`),
};

const translateOptions = z.strictObject(options).partial();
const translate = z
  .strictObject({
    ...options,
    targets: z
      .record(z.string(), translateOptions)
      .describe('The same options for single targets, by locale as in `targets`.'),
  })
  .partial();

const globs = z.array(z.string().min(1));
/** A separator between the parts of a key. */
const separator = z.union([z.string().min(1), z.literal(false)]);
const locales = z.array(z.string());

const messageSyntax = z.enum(['auto', ...MESSAGE_SYNTAXES]);

const catalog = z
  .strictObject({
    files: z.string().min(1).describe('Pattern of source and targets, with `{locale}`.'),
    source: z.string().min(1).describe('Pattern of the source files.'),
    target: z.string().min(1).describe('Pattern of the target files, with `{locale}`.'),
    exclude: globs.describe('Globs of source or target files to leave alone.'),
    targets: locales.min(1).describe('Targets of this catalog. Default: the top-level `targets`.'),
    messages: z
      .union([messageSyntax, z.record(z.string().min(1), messageSyntax)])
      .describe('Message syntax of the texts, or a map of key globs to it. Default: auto.'),
    encoding: z
      .enum(Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[])
      .describe('Encoding of the files where they do not say it. Default: UTF-8.'),
    format: z
      .enum(FORMAT_NAMES)
      .describe('Format of the files, where their ending does not say it.'),
    locales: z
      .record(z.string(), z.string().min(1))
      .describe('How paths of this catalog spell a locale: `{ pt-BR: pt_BR, de: german }`.'),
    keys: z
      .strictObject({
        exclude: globs.describe(
          'Globs of keys (`legal.*`) whose text is copied, never translated.',
        ),
        include: globs.describe(
          'Globs of keys in front matter (`frontmatter.hero.*`) whose text is translated. Default: those that readers usually see.',
        ),
      })
      .partial(),
    remove: z
      .boolean()
      .describe('Whether texts of keys that the source dropped are removed. Default: true.'),
    translate: translate.describe('Translation options of this catalog.'),
    fuzzy: z
      .boolean()
      .describe('Whether machine texts are flagged `fuzzy` in gettext files. Default: false.'),
    empty: z
      .enum(['auto', 'intended', 'missing'])
      .describe('What an empty text of a target means. Default: auto, decided for each file.'),
    reuse: z
      .union([z.boolean(), z.strictObject({ exclude: globs }).partial()])
      .describe(
        'Whether texts are filled with what the repository has for the same source. Default: true. `exclude`: globs of keys that are not.',
      ),
  })
  .partial()
  .meta({ anyOf: [{ required: ['files'] }, { required: ['source', 'target'] }] });

const backend = z.strictObject({
  engine: z.enum(engineNames).describe('Name of the engine.'),
  url: z.string().min(1).optional().describe('Base address of the server that it asks.'),
  model: z.string().min(1).optional().describe('Model to ask that server for.'),
});

const improve = z
  .strictObject({
    style: z.enum(writingStyles).describe('Writing style. Not together with `tone`.'),
    tone: z.enum(writeTones).describe('Tone. Not together with `style`.'),
  })
  .partial();

/** Name of a person or a team, with or without `@`. */
const handle = z
  .string()
  .regex(/^@?[^\s@,]+$/, 'must be a name of a person or a team, with or without @');

const propose = z
  .strictObject({
    branch: z.string().min(1).describe('Branch that texts are proposed on. Default: locale-sync.'),
    base: z
      .string()
      .min(1)
      .describe("Branch that they are for. Default: the repository's default branch."),
    title: z
      .string()
      .min(1)
      .max(200)
      .describe(
        'Title of the request and of its commits. Default: Translate new and changed texts.',
      ),
    labels: z.array(z.string().min(1)).max(20).describe('Labels of the request.'),
    reviewers: z
      .record(z.string(), z.array(handle).max(20))
      .describe('Who is asked to review the texts of a locale: `{ de: [ada, team/german] }`.'),
  })
  .partial();

const level = z.enum(['off', 'warn', 'error']);

const rules = Object.fromEntries(
  Object.keys(RULES).map((name) => [
    name,
    level.describe(`Default: ${DEFAULT_RULES[name as RuleName]}.`),
  ]),
) as Record<RuleName, typeof level>;

const ruleLevels = z.strictObject(rules).partial();
const layeredRules = ruleLevels.extend({
  targets: z
    .record(z.string(), ruleLevels)
    .optional()
    .describe('The same for single targets, by locale as in `targets`.'),
});
const catalogWithRules = catalog
  .extend({
    rules: layeredRules.optional().describe('Severity of each check in this catalog.'),
  })
  .meta(catalog.meta() ?? {});

const pathLocales = z
  .record(z.string(), z.string().min(1))
  .describe('How paths of this entry spell a locale: `{ pt-BR: pt_BR, de: german }`.');
const beside = z
  .boolean()
  .describe(
    "Whether the machine's version is written beside a person's file whose source has changed. Default: false.",
  );

const documents = z
  .strictObject({
    files: z.string().min(1).describe('Pattern of source and targets, with `{locale}`.'),
    source: z.string().min(1).describe('Pattern of the source files.'),
    target: z.string().min(1).describe('Pattern of the target files, with `{locale}`.'),
    exclude: globs.describe('Globs of source or target files to leave alone.'),
    targets: locales.min(1).describe('Targets of these documents. Default: the top-level ones.'),
    locales: pathLocales,
    formality: options.formality,
    glossary: options.glossary,
    output_format: z
      .literal('docx')
      .describe('Format of the translation, for PDF only. Default: that of the source.'),
    beside,
  })
  .partial()
  .meta({ anyOf: [{ required: ['files'] }, { required: ['source', 'target'] }] });

const recordings = z
  .strictObject({
    source: z.string().min(1).describe('Pattern of the audio files.'),
    subtitles: z.string().min(1).optional().describe('Pattern of SRT files, with `{locale}`.'),
    text: z.string().min(1).optional().describe('Pattern of transcripts, with `{locale}`.'),
    audio: z.string().min(1).optional().describe('Pattern of spoken targets, with `{locale}`.'),
    exclude: globs.optional().describe('Globs of files to leave alone.'),
    targets: locales
      .min(1)
      .optional()
      .describe('Targets of these recordings. Default: the top-level ones.'),
    locales: pathLocales.optional(),
    beside: beside.optional(),
  })
  .meta({
    anyOf: [{ required: ['subtitles'] }, { required: ['text'] }, { required: ['audio'] }],
  });

/**
 * The schema of `service.config.*`, from which validation, types and the JSON Schema are derived.
 */
export const configSchema = z.strictObject({
  $schema: z.string().optional().describe('Address of the JSON Schema, for editors.'),
  version: z.literal(1).optional().describe('Version of this format.'),
  service: z
    .strictObject({
      url: z
        .string()
        .min(1)
        .describe(
          'Base address, or `embedded` for the local service inside the run. $SERVICE_URL wins.',
        ),
      key: z
        .string()
        .describe('Environment reference `${NAME}`, never the key itself. ${SERVICE_AUTH_KEY}.')
        .meta({ pattern: '^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$' }),
      scheme: z
        .string()
        .describe(
          `Word before the key in the Authorization header. Default: ${keyScheme}. $SERVICE_AUTH_SCHEME wins.`,
        ),
      backend: z
        .union([z.string().min(1), backend])
        .describe(
          `Engine of the embedded service: ${engineNames.join(', ')}, or the path of a module of your own. Default: auto.`,
        ),
    })
    .partial()
    .optional(),
  source: z.string().describe('Source locale as used in file names.'),
  targets: locales
    .optional()
    .describe('Target locales as used in file names. Optional if every catalog has its own.'),
  languages: z
    .record(
      z.string(),
      z
        .string()
        .regex(/^[A-Za-z]{2,3}(-[A-Za-z0-9]{2,8})*$/, 'must be a language code such as PT-BR'),
    )
    .optional()
    .describe('File-name locale → service language code, where they differ.'),
  fallbacks: z
    .record(z.string(), z.string())
    .optional()
    .describe('Target whose files hold only differences → the locale that the rest comes from.'),
  locks: z
    .enum(['one', 'per-folder'])
    .optional()
    .describe('one: the lock is one file. per-folder: a file for each folder of sources.'),
  catalogs: z
    .array(catalogWithRules)
    .min(1)
    .optional()
    .describe('Files of texts to keep translated.'),
  documents: z.array(documents).min(1).optional().describe('Documents to translate as a whole.'),
  recordings: z
    .array(recordings)
    .min(1)
    .optional()
    .describe('Recordings to make subtitles, transcripts and spoken translations of.'),
  translate: translate.optional().describe('Translation options of all catalogs.'),
  improve: improve.optional().describe('What `improve` asks of Write for the source texts.'),
  propose: propose.optional().describe('The request that `propose` opens.'),
  limits: z
    .strictObject({
      characters: z.int().min(0).describe('Maximum number of characters that one run may send.'),
      concurrency: z
        .union([z.int().min(1).max(100), z.literal('auto')])
        .describe('Concurrent requests. Default: auto.'),
    })
    .partial()
    .optional(),
  store: z
    .union([
      z.string().min(1),
      z.strictObject({
        url: z.string().min(1).describe('Address, or the variable that holds it.'),
        schema: z
          .string()
          .regex(
            /^(?!pg_)[a-z_][a-z0-9_]{0,47}$/,
            'must be at most 48 of a–z, 0–9 and _, and begin with neither a digit nor pg_',
          )
          .optional()
          .describe('Schema of its tables. Default: locale_sync.'),
      }),
    ])
    .optional()
    .describe(
      'PostgreSQL database that remembers translations for everybody: `${LOCALE_SYNC_STORE}`. Default: this checkout alone.',
    ),
  rules: layeredRules.optional().describe('Severity of each check.'),
  placeholders: z
    .array(z.string().min(1))
    .max(50)
    .optional()
    .describe('Placeholders of your own, as regular expressions: `/@@\\w+@@/`.'),
  keep: z
    .array(z.string().min(1).regex(/\S/, 'must not be empty'))
    .max(1000)
    .optional()
    .describe('Words that are never translated, such as names of products.'),
  extract: z
    .strictObject({
      code: globs.min(1).describe('Globs of code files.'),
      catalog: z
        .string()
        .min(1)
        .describe('Source catalog for new keys; may contain `{namespace}`.'),
      functions: z
        .array(z.string().min(1))
        .max(100)
        .optional()
        .describe('Further functions that take keys: `translate`, `i18n.translate`.'),
      components: z
        .array(z.string().min(1))
        .max(100)
        .optional()
        .describe('Further components that take keys: `Text`, or `Text[label]`.'),
      separators: z
        .strictObject({
          namespace: separator.describe('Between namespace and key. Default: `:`.'),
          key: separator.describe('Between the names of a key. Default: `.`.'),
          plural: separator.describe('Before a plural form. Default: `_`.'),
          context: separator.describe('Before a context. Default: `_`.'),
        })
        .partial()
        .optional()
        .describe('What parts keys; false: nothing does.'),
      namespace: z
        .string()
        .min(1)
        .optional()
        .describe('Namespace of keys that name none. Default: `translation`.'),
      default: z
        .enum(['key', 'empty', 'text'])
        .optional()
        .describe('What a new key says: its text in code, itself without one, or nothing.'),
    })
    .optional()
    .describe('Finds new keys in code.'),
  types: z
    .strictObject({
      out: z.string().min(1).describe('Declaration file to write, relative to this file.'),
      library: z
        .enum(['auto', ...MESSAGE_LIBRARIES])
        .describe('Library that shows the texts. Default: auto, as package.json says.'),
      namespaces: z
        .boolean()
        .describe('Whether each file is a namespace. Default: true for i18next.'),
    })
    .partial()
    .optional()
    .describe('TypeScript types of keys and parameters.'),
});

/** The content of a config file. */
export type ConfigInput = z.input<typeof configSchema>;
export type CatalogInput = NonNullable<ConfigInput['catalogs']>[number];
export type DocumentsInput = NonNullable<ConfigInput['documents']>[number];
export type RecordingsInput = NonNullable<ConfigInput['recordings']>[number];
export type TranslateInput = NonNullable<ConfigInput['translate']>;
export type ImproveInput = z.output<typeof improve>;
export type ProposeInput = z.output<typeof propose>;
export type RulesInput = z.input<typeof layeredRules>;
