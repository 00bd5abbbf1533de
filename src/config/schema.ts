import * as z from 'zod';
import {
  keyScheme,
  limits,
  engineNames,
  writeTones,
  writingStyles,
  formalities,
  modelTypes,
} from '../facts/index.js';
import { FORMAT_NAMES } from '../formats/index.js';
import { ENCODINGS, MESSAGE_LIBRARIES, MESSAGE_SYNTAXES, RULES } from '../model/index.js';
import type { RuleName, RuleLevels } from '../model/index.js';

const globs = z.array(z.string().min(1));
/** A separator between the parts of a key. */
const separator = z.union([z.string().min(1), z.literal(false)]);
const locales = z.array(z.string());

const messageSyntax = z.enum(['auto', ...MESSAGE_SYNTAXES]);

const { instructions, instructionCharacters, thresholdDefault, thresholdMax } = limits.translate;

const instruction = z
  .string()
  .min(1)
  .refine((text) => Array.from(text).length <= instructionCharacters, {
    message: `the service accepts instructions of at most ${instructionCharacters} characters`,
  })
  .meta({ maxLength: instructionCharacters });

/** The options of a request for translations. */
const options = {
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
const translate = z
  .strictObject({
    ...options,
    targets: z
      .record(z.string(), translateOptions)
      .describe('The same options for individual targets, by locale as in `targets`.'),
  })
  .partial();

const catalog = z
  .strictObject({
    files: z.string().min(1).describe('Pattern for source and targets, with `{locale}`.'),
    source: z.string().min(1).describe('Pattern for the source files.'),
    target: z.string().min(1).describe('Pattern for the target files, with `{locale}`.'),
    exclude: globs.describe('Globs of source or target files to ignore.'),
    targets: locales.min(1).describe('Targets of this catalog. Default: the top-level `targets`.'),
    messages: z
      .union([messageSyntax, z.record(z.string().min(1), messageSyntax)])
      .describe('Message syntax of the texts, or a map from key globs to syntaxes. Default: auto.'),
    encoding: z
      .enum(Object.keys(ENCODINGS) as (keyof typeof ENCODINGS)[])
      .describe('Encoding of files that do not declare one. Default: UTF-8.'),
    format: z
      .enum(FORMAT_NAMES)
      .describe('Format of the files, if it is not clear from their extension.'),
    locales: z
      .record(z.string(), z.string().min(1))
      .describe('How paths in this catalog spell locales: `{ pt-BR: pt_BR, de: german }`.'),
    keys: z
      .strictObject({
        exclude: globs.describe(
          'Globs of keys (`legal.*`) whose text is copied, never translated.',
        ),
        include: globs.describe(
          'Globs of keys in front matter (`frontmatter.hero.*`) whose text is translated. Default: the ones that readers usually see.',
        ),
      })
      .partial(),
    remove: z
      .boolean()
      .describe('Whether to remove texts whose keys are no longer in the source. Default: true.'),
    translate: translate.describe('Translation options of this catalog.'),
    review: z
      .enum(['auto', 'off'])
      .describe(
        'auto: machine translations wait for review where the format has a mark for that. Default: off.',
      ),
    fuzzy: z.boolean().describe('`true` is `review: auto`, by the name of gettext.'),
    empty: z
      .enum(['auto', 'intended', 'missing'])
      .describe('What an empty text in a target means. Default: auto, decided per file.'),
    reuse: z
      .union([z.boolean(), z.strictObject({ exclude: globs }).partial()])
      .describe(
        'Whether to reuse translations of the same source text in the repository. Default: true. `exclude`: globs of keys that never reuse any.',
      ),
  })
  .partial()
  .meta({ anyOf: [{ required: ['files'] }, { required: ['source', 'target'] }] });

const backend = z.strictObject({
  engine: z.enum(engineNames).describe('Name of the engine.'),
  url: z.string().min(1).optional().describe('Base URL of its server.'),
  model: z.string().min(1).optional().describe('Model to request from that server.'),
  memories: z
    .array(z.string().min(1))
    .min(1)
    .optional()
    .describe('TMX or CSV files that serve as translation memories, named after the files.'),
});

const improve = z
  .strictObject({
    style: z.enum(writingStyles).describe('Writing style. Cannot be combined with `tone`.'),
    tone: z.enum(writeTones).describe('Tone. Cannot be combined with `style`.'),
  })
  .partial();

/** Name of a person or a team, with or without `@`. */
const handle = z
  .string()
  .regex(/^@?[^\s@,]+$/, 'must be the name of a person or a team, with or without @');

/** What `propose.message` may contain between braces. */
export const MESSAGE_VALUES = ['title', 'summary', 'locales', 'texts'] as const;
export type MessageValue = (typeof MESSAGE_VALUES)[number];

const propose = z
  .strictObject({
    branch: z.string().min(1).describe('Branch for the proposed texts. Default: locale-sync.'),
    base: z
      .string()
      .min(1)
      .describe("Branch to merge into. Default: the repository's default branch."),
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
      .describe(
        'Reviewers by locale: `{ de: [ada, team/german] }`. CODEOWNERS stands for the owners of its files.',
      ),
    message: z
      .string()
      .regex(/\S/, 'must not be empty')
      .max(10_000)
      .describe(
        'Message of the commits. {title}, {summary}, {locales} and {texts} are filled in. Default: {title}, and {summary} below it.',
      ),
    signoff: z
      .union([
        z.boolean(),
        z.string().regex(/^[^<>\n]*[^<>\s] <[^<>\s]+@[^<>\s]+>$/, 'must be `Name <address>`'),
      ])
      .describe(
        "Signed-off-by of the commits: `Name <address>`, or true for git's user. Default: false.",
      ),
    split: z
      .enum(['locale'])
      .describe(
        '`locale`: a request for each locale, on a branch of its own. Default: one for all.',
      ),
  })
  .partial();

const level = z.enum(['off', 'warn', 'error']);

export const DEFAULT_RULES: RuleLevels = {
  placeholders: 'error',
  markup: 'error',
  'icu-syntax': 'error',
  readable: 'error',
  'plural-categories': 'error',
  'surrounding-space': 'warn',
  untranslated: 'off',
  'max-length': 'warn',
  'forbidden-characters': 'warn',
  inconsistent: 'off',
  opposites: 'off',
  'sentence-end': 'warn',
  'line-breaks': 'warn',
  'length-ratio': 'warn',
  repetition: 'warn',
  terms: 'warn',
};

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
    .describe('The same for individual targets, by locale as in `targets`.'),
});
const catalogWithRules = catalog
  .extend({
    rules: layeredRules.optional().describe('Severity of each check in this catalog.'),
  })
  .meta(catalog.meta() ?? {});

const pathLocales = z
  .record(z.string(), z.string().min(1))
  .describe('How paths in this entry spell locales: `{ pt-BR: pt_BR, de: german }`.');
const beside = z
  .boolean()
  .describe(
    'Whether to write the machine translation next to a file edited by a person when its source changes. Default: false.',
  );

const documents = z
  .strictObject({
    files: z.string().min(1).describe('Pattern for source and targets, with `{locale}`.'),
    source: z.string().min(1).describe('Pattern for the source files.'),
    target: z.string().min(1).describe('Pattern for the target files, with `{locale}`.'),
    exclude: globs.describe('Globs of source or target files to ignore.'),
    targets: locales
      .min(1)
      .describe('Targets of these documents. Default: the top-level `targets`.'),
    locales: pathLocales,
    formality: options.formality,
    glossary: options.glossary,
    output_format: z
      .literal('docx')
      .describe('Format of the translation, for PDF only. Default: same as the source.'),
    beside,
  })
  .partial()
  .meta({ anyOf: [{ required: ['files'] }, { required: ['source', 'target'] }] });

const recordings = z
  .strictObject({
    source: z.string().min(1).describe('Pattern for the audio files.'),
    subtitles: z.string().min(1).optional().describe('Pattern for SRT files, with `{locale}`.'),
    text: z.string().min(1).optional().describe('Pattern for transcripts, with `{locale}`.'),
    audio: z
      .string()
      .min(1)
      .optional()
      .describe('Pattern for spoken translations, with `{locale}`.'),
    exclude: globs.optional().describe('Globs of files to ignore.'),
    targets: locales
      .min(1)
      .optional()
      .describe('Targets of these recordings. Default: the top-level `targets`.'),
    locales: pathLocales.optional(),
    beside: beside.optional(),
  })
  .meta({
    anyOf: [{ required: ['subtitles'] }, { required: ['text'] }, { required: ['audio'] }],
  });

const texts = z.array(z.string().min(1));
const extractPart = z.strictObject({
  code: globs
    .min(1)
    .optional()
    .describe('Globs of code files. Default: `input` of i18next-parser.config.*.'),
  catalog: z
    .string()
    .min(1)
    .optional()
    .describe(
      'Source catalog for new keys; may contain `{namespace}`. Default: `output` of i18next-parser.config.*.',
    ),
  functions: texts
    .max(100)
    .optional()
    .describe('Additional functions that take keys: `translate`, `i18n.translate`.'),
  components: texts
    .max(100)
    .optional()
    .describe('Additional components that take keys: `Text`, or `Text[label]`.'),
  separators: z
    .strictObject({
      namespace: separator.describe('Separator between namespace and key. Default: `:`.'),
      key: separator.describe('Separator between the parts of a key. Default: `.`.'),
      plural: separator.describe('Separator before a plural form. Default: `_`.'),
      context: separator.describe('Separator before a context. Default: `_`.'),
    })
    .partial()
    .optional()
    .describe('Separators in keys; false: none.'),
  namespace: z
    .string()
    .min(1)
    .optional()
    .describe('Namespace of keys without one. Default: `translation`.'),
  default: z
    .enum(['key', 'empty', 'text'])
    .optional()
    .describe('Text of a new key: the text in code, or else the key itself, or nothing.'),
  words: z
    .strictObject({
      allow: texts
        .max(1000)
        .optional()
        .describe('Texts that may stand in templates; `*` is any text. Also: `keep`.'),
      attributes: texts
        .max(100)
        .optional()
        .describe('Additional attributes that are shown: `tooltip`.'),
    })
    .optional()
    .describe('What `extract --words` looks for.'),
  sort: z
    .enum(['auto', 'off'])
    .optional()
    .describe(
      'Where new keys go. auto: to their places in groups whose names are sorted. off: to the end. Default: auto.',
    ),
});

/**
 * The schema of `service.config.*`, from which validation, types and the JSON Schema are derived.
 */
export const configSchema = z.strictObject({
  $schema: z.string().optional().describe('URL of the JSON Schema, for editors.'),
  version: z.literal(1).optional().describe('Version of the config format.'),
  service: z
    .strictObject({
      url: z
        .string()
        .min(1)
        .describe(
          'Base URL, or `embedded` for the local service inside the run. Overridden by $SERVICE_URL.',
        ),
      key: z
        .string()
        .describe(
          'Environment reference `${NAME}`, never the key itself. Default: ${SERVICE_AUTH_KEY}.',
        )
        .meta({ pattern: '^\\$\\{[A-Za-z_][A-Za-z0-9_]*\\}$' }),
      scheme: z
        .string()
        .describe(
          `Word before the key in the Authorization header. Default: ${keyScheme}. Overridden by $SERVICE_AUTH_SCHEME.`,
        ),
      backend: z
        .union([z.string().min(1), backend])
        .describe(
          `Engine of the embedded service: ${engineNames.join(', ')}, or the path of your own module. Default: auto.`,
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
    .describe('Target whose files only contain differences → the locale that provides the rest.'),
  locks: z
    .enum(['one', 'per-folder'])
    .optional()
    .describe('one: the lock is a single file. per-folder: one file per source folder.'),
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
    .describe('Recordings to create subtitles, transcripts and spoken translations from.'),
  translate: translate.optional().describe('Translation options of all catalogs.'),
  improve: improve.optional().describe('Options for improving the source texts with `improve`.'),
  propose: propose.optional().describe('The request that `propose` opens.'),
  limits: z
    .strictObject({
      characters: z
        .int()
        .min(0)
        .describe(
          'Maximum number of characters that one run may be billed for. 0: nothing that is billed is sent, also no recording.',
        ),
      minutes: z
        .number()
        .min(0)
        .describe('Maximum number of minutes of speech that one run may be billed for.'),
      money: z
        .number()
        .min(0)
        .describe('What one run may cost at most, at the prices under `prices`.'),
      concurrency: z
        .union([z.int().min(1).max(100), z.literal('auto')])
        .describe('Concurrent requests. Default: auto.'),
    })
    .partial()
    .optional(),
  prices: z
    .strictObject({
      characters: z.number().min(0).describe('Price of a million characters.'),
      minutes: z.number().min(0).describe('Price of a minute of speech.'),
      currency: z.string().min(1).max(10).describe('Shown beside amounts: EUR.'),
    })
    .partial()
    .optional()
    .describe('Prices of your contract, for `limits.money` and for what is shown.'),
  developer_keys: z
    .record(
      z.string().min(1),
      z
        .strictObject({
          characters: z
            .union([z.int().min(0), z.literal('none')])
            .describe('Characters in a period.'),
          minutes: z
            .union([z.number().min(0), z.literal('none')])
            .describe('Minutes of speech in a period.'),
        })
        .partial(),
    )
    .optional()
    .describe(
      'Label of a developer key → its limits on the service; 0: blocked, `none`: no limit. `resources push` sets them with an admin key.',
    ),
  store: z
    .union([
      z.string().min(1),
      z.strictObject({
        url: z
          .string()
          .min(1)
          .describe('URL, or a reference to the environment variable that contains it.'),
        schema: z
          .string()
          .regex(
            /^(?!pg_)[a-z_][a-z0-9_]{0,47}$/,
            'must have at most 48 characters of a–z, 0–9 and _, and must not begin with a digit or pg_',
          )
          .optional()
          .describe('Schema of its tables. Default: locale_sync.'),
      }),
    ])
    .optional()
    .describe(
      'PostgreSQL database with a shared translation memory: `${LOCALE_SYNC_STORE}`. Default: only the memory of this checkout.',
    ),
  rules: layeredRules.optional().describe('Severity of each check.'),
  hosts: z
    .record(
      z.string(),
      z
        .array(
          z
            .string()
            .regex(
              /^(?:\*\.)?[\p{L}\p{N}-]+(?:\.[\p{L}\p{N}-]+)*$/u,
              'must be a host such as example.de',
            ),
        )
        .max(1000),
    )
    .optional()
    .describe('Target → the hosts that its texts may lead to, besides those of the source text.'),
  placeholders: z
    .array(z.string().min(1))
    .max(50)
    .optional()
    .describe('Custom placeholders, as regular expressions: `/@@\\w+@@/`.'),
  keep: z
    .array(z.string().min(1).regex(/\S/, 'must not be empty'))
    .max(1000)
    .optional()
    .describe('Words that are never translated, such as product names.'),
  extract: z
    .union([extractPart, z.array(extractPart).min(1).max(200)])
    .optional()
    .describe('Extraction of keys from code; as a list, a part for each package.'),
  check: z
    .strictObject({
      code: z
        .boolean()
        .describe('Whether `check` also fails where code and source catalogs differ. Default: no.'),
    })
    .partial()
    .optional()
    .describe('What `check` includes.'),
  screens: z
    .string()
    .min(1)
    .optional()
    .describe('Folder of the pictures that tests take for the review page.'),
  types: z
    .strictObject({
      out: z.string().min(1).describe('Declaration file to write, relative to this file.'),
      library: z
        .enum(['auto', ...MESSAGE_LIBRARIES])
        .describe('i18n library of the project. Default: auto, taken from package.json.'),
      namespaces: z
        .boolean()
        .describe('Whether each file is a namespace. Default: true for i18next.'),
    })
    .partial()
    .optional()
    .describe('TypeScript types for keys and placeholders.'),
});

/** The content of a config file. */
export type ConfigInput = z.input<typeof configSchema>;

type Patterns<T> = Omit<T, 'files' | 'source' | 'target'> &
  (
    | { readonly files: string; readonly source?: never; readonly target?: never }
    | { readonly files?: never; readonly source: string; readonly target: string }
  );

/**
 * What `defineConfig` takes: of a config, what a compiler can check. `Named`: the patterns of its
 * catalogs, never if there are none.
 */
export type DefinedConfig<Named extends string> = Omit<
  ConfigInput,
  'catalogs' | 'documents' | 'service'
> & {
  /** Files of texts to keep translated; at least one. */
  catalogs?: [Named] extends [never]
    ? never
    : (Patterns<CatalogInput> & { readonly files?: Named; readonly source?: Named })[];
  documents?: Patterns<DocumentsInput>[];
  service?: Omit<NonNullable<ConfigInput['service']>, 'key'> & {
    /** The name of an environment variable, `${SERVICE_AUTH_KEY}`; never the key itself. */
    key?: `\${${string}}`;
  };
};
export type CatalogInput = NonNullable<ConfigInput['catalogs']>[number];
/** `extract:`, or a part of its list. */
export type ExtractInput = z.input<typeof extractPart>;
export type DocumentsInput = NonNullable<ConfigInput['documents']>[number];
export type RecordingsInput = NonNullable<ConfigInput['recordings']>[number];
export type TranslateInput = NonNullable<ConfigInput['translate']>;
export type ImproveInput = z.output<typeof improve>;
export type ProposeInput = z.output<typeof propose>;
export type RulesInput = z.input<typeof layeredRules>;

let made: z.core.JSONSchema.BaseSchema | undefined;

/** The JSON Schema of `service.config.*`. Generated on first use. */
export function jsonSchema(): z.core.JSONSchema.BaseSchema {
  return (made ??= z.toJSONSchema(configSchema, { io: 'input', target: 'draft-7' }));
}

/** The JSON Schema as shipped in schema/. */
export function jsonSchemaText(): string {
  const titled = { title: 'Config of locale-sync', ...jsonSchema() };
  return `${JSON.stringify(titled, null, 2)}\n`;
}
