import type { engineNames } from '../facts/index.js';
import type {
  Encoding,
  Formality,
  KeyLimits,
  MessageLibrary,
  MessageSyntax,
  RuleLevels,
  RuleName,
  TranslateOptions,
} from '../model/index.js';
import type { ResolvedProtection } from './protected.js';
import type {
  ConfigInput,
  ExtractInput,
  ImproveInput,
  ProposeInput,
  TranslateInput,
} from './schema.js';

/** Message syntax of all texts, or by key glob: the last matching one counts. */
export type Messages = SyntaxChoice | readonly (readonly [glob: string, syntax: SyntaxChoice])[];
type SyntaxChoice = MessageSyntax | 'auto';

/**
 * One entry of `catalogs:` with every default filled in. Paths are relative to the root, with `/`.
 */
export interface ResolvedCatalog {
  /** Glob of source files; contains `{locale}` if source and targets share a pattern. */
  readonly source: string;
  /** Pattern of target files, with `{locale}`. */
  readonly target: string;
  /** Globs of excluded files. */
  readonly exclude: readonly string[];
  /** Target locales as used in file names. */
  readonly targets: readonly string[];
  readonly messages: Messages;
  /** Name of the format, if the files' extension does not determine it. */
  readonly format?: string;
  /** Its paths name no locale: each file has the texts of all. */
  readonly isShared?: true;
  /** Spelling of locales in this catalog's paths, from its `locales:`, by locale of the config. */
  readonly locales?: Readonly<Record<string, string>>;
  /** Encoding of files that do not declare one; undefined: UTF-8, or the format's default. */
  readonly encoding?: Encoding;
  /** Key globs (`legal.*`) of units that are copied, never translated. */
  readonly excludedKeys: readonly string[];
  /** Key globs of front matter to translate; undefined: the keys that readers usually see. */
  readonly includedKeys?: readonly string[];
  /** False: units that the source dropped stay in the targets. Default: they are removed. */
  readonly remove?: false;
  /** Machine texts are marked for review, if the format supports it. */
  readonly marksMachine?: true;
  /** The meaning of empty texts in targets; auto: decided for each file. */
  readonly empty: 'auto' | 'intended' | 'missing';
  /**
   * Key globs of units that are not filled with texts of the repository; `*` if `reuse` is false.
   */
  readonly reuseExcluded: readonly string[];
  /** Merged options by target: defaults, then the catalog's, then the target's. */
  readonly translate: Readonly<Record<string, TranslateOptions>>;
  /** Rule levels by target; undefined: those of the config. */
  readonly rules?: Readonly<Record<string, RuleLevels>>;
  /** Rules whose level the config sets, by target; undefined: those of the config. */
  readonly strict?: Readonly<Record<string, readonly RuleName[]>>;
  /** Line of the entry in the config file, for messages (1-based). */
  readonly line?: number;
}

/** The files of an entry. Paths are relative to the root, with `/`. */
export type FilePattern = Pick<
  ResolvedCatalog,
  'source' | 'target' | 'exclude' | 'targets' | 'format' | 'locales' | 'line'
>;

/** Service options of one target of `documents:` (docs/interface.md 4.2). */
export interface DocumentOptions {
  readonly formality?: Formality;
  /** Id, name or file. */
  readonly glossary?: string;
}

/** One entry of `documents:`. */
export interface ResolvedDocuments extends FilePattern {
  /** By target locale. */
  readonly options: Readonly<Record<string, DocumentOptions>>;
  readonly outputFormat?: 'docx';
  /** Whether a machine version is written beside a human one whose source has changed. */
  readonly beside: boolean;
}

/** One entry of `recordings:`. */
export interface ResolvedRecordings extends Omit<FilePattern, 'target'> {
  /** The results made from each recording, with the pattern of their files. */
  readonly outputs: readonly { readonly kind: RecordingKind; readonly target: string }[];
  readonly beside: boolean;
}

export type RecordingKind = 'subtitles' | 'text' | 'audio';

export interface ResolvedService {
  /**
   * Address of the service. `embedded` starts the local service inside the run; '' if neither the
   * file nor SERVICE_URL sets one.
   */
  readonly url: string;
  /** The environment variable that `url` comes from, if it overrides the file. */
  readonly urlVariable?: 'SERVICE_URL';
  /** Undefined if none is set. Never written anywhere. */
  readonly key: string | undefined;
  /** SERVICE_ADMIN_KEY. Absent: not set. Never written anywhere. */
  readonly adminKey?: string;
  /** Name of the environment variable that holds the key, for messages. */
  readonly keyVariable: string;
  /** The word before the key in the Authorization header. */
  readonly scheme: string;
  /** Engine of the embedded service. Absent: chosen automatically. */
  readonly backend?: ResolvedBackend;
}

export interface ResolvedBackend {
  /** Name of an engine, or `module`. */
  readonly engine: (typeof engineNames)[number] | 'module';
  /** Path of the module, relative to the root, with `/`. */
  readonly module?: string;
  readonly url?: string;
  readonly model?: string;
  /** Files of translation memories, relative to the root, with `/`. */
  readonly memories?: readonly string[];
  /** Key of that server, from the environment. Never written anywhere. */
  readonly key?: string;
}

export interface ResolvedStore {
  /** `postgres://…`; undefined if its variable is not set. Never written anywhere. */
  readonly url: string | undefined;
  /** Name of the environment variable with the address. Absent: the address is in the config. */
  readonly urlVariable?: string;
  /** Schema of its tables. */
  readonly schema: string;
  /** Encryption key of the texts; undefined: no encryption. Never written anywhere. */
  readonly key: string | undefined;
}

export interface ResolvedConfig {
  /** Absolute path of the root folder, which no path may leave. */
  readonly root: string;
  /** Absolute path of the config file. */
  readonly file: string;
  readonly service: ResolvedService;
  readonly source: string;
  readonly targets: readonly string[];
  /** File-name locale → service language code, where they differ. */
  readonly languages: Readonly<Record<string, string>>;
  /**
   * Target whose files contain only differences → the target, or the source, that they differ from.
   */
  readonly fallbacks: Readonly<Record<string, string>>;
  /** Target → the hosts that its texts may lead to. Default: judged by the source text alone. */
  readonly hosts?: Readonly<Record<string, readonly string[]>>;
  /** Whether there is one lock file, or one per source folder. */
  readonly locks: 'one' | 'per-folder';
  readonly catalogs: readonly ResolvedCatalog[];
  /** `translate:` of the top level, for texts outside catalogs; absent if the config has none. */
  readonly translate?: TranslateInput;
  /** `improve:`; absent if the config has none. */
  readonly improve?: ImproveInput;
  /** Absent if the config has none. */
  readonly documents?: readonly ResolvedDocuments[];
  /** Absent if the config has none. */
  readonly recordings?: readonly ResolvedRecordings[];
  /** `propose:`; absent if the config has none. */
  readonly propose?: ProposeInput;
  /** The shared memory; absent if the config has none. */
  readonly store?: ResolvedStore;
  readonly limits: {
    /** Undefined: no limit. */
    readonly characters: number | undefined;
    /** Of speech. */
    readonly minutes?: number;
    readonly money?: number;
    readonly concurrency: number | 'auto';
  };
  /** `prices:`; absent if the config has none. */
  readonly prices?: Readonly<NonNullable<ConfigInput['prices']>>;
  /** `developer_keys:`, by label; absent if the config has none. */
  readonly developerKeys?: Readonly<Record<string, KeyLimits>>;
  readonly rules: RuleLevels;
  /** Rules whose level the config sets; these levels also apply to mild problems. */
  readonly strict?: readonly RuleName[];
  /** `placeholders:` and `keep:`; undefined if the config has neither. */
  readonly custom: ResolvedProtection | undefined;
  /** The parts of `extract:`, mostly one; undefined if the config has none. */
  readonly extract: readonly ExtractInput[] | undefined;
  /** Whether `check` includes `extract --check`. Absent: it does not. */
  readonly checksCode?: true;
  /** Why no code of the repository is run, as the end of a sentence; absent: it may be. */
  readonly refuseCode?: string;
  /** Folder of the pictures for the review page, absolute. */
  readonly screens: string;
  /** `types:`; absent if the config has none. */
  readonly types?: ResolvedTypes;
}

export interface ResolvedTypes {
  /** Declaration file, relative to the root. Absent: there is none. */
  readonly out?: string;
  /** `auto`: detected from package.json. */
  readonly library: MessageLibrary | 'auto';
  /** Whether each source file is a namespace. Absent: the library's default. */
  readonly namespaces?: boolean;
}
