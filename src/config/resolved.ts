import type { engineNames } from '../api/facts/options.js';
import type {
  Encoding,
  Formality,
  MessageLibrary,
  MessageSyntax,
  RuleLevels,
  RuleName,
  TranslateOptions,
} from '../model/index.js';
import type { ResolvedProtection } from './protected.js';
import type { ImproveInput, ProposeInput, TranslateInput } from './schema.js';

/** Message syntax of all texts, or by key glob: of those that match, the last counts. */
export type Messages = SyntaxChoice | readonly (readonly [glob: string, syntax: SyntaxChoice])[];
export type SyntaxChoice = MessageSyntax | 'auto';

/**
 * One entry of `catalogs:` with every default filled in. Paths are relative to the root, with `/`.
 */
export interface ResolvedCatalog {
  /** Glob of source files; holds `{locale}` where source and targets share a pattern. */
  readonly source: string;
  /** Pattern of target files, with `{locale}`. */
  readonly target: string;
  /** Globs of files left out. */
  readonly exclude: readonly string[];
  /** Target locales as used in file names. */
  readonly targets: readonly string[];
  readonly messages: Messages;
  /** Name of the format, where the ending of the files does not say it. */
  readonly format?: string;
  /** How this catalog's paths spell locales, where `locales:` says it: by locale of the config. */
  readonly locales?: Readonly<Record<string, string>>;
  /** What the files are where they do not say it; undefined: UTF-8, or what their format has. */
  readonly encoding?: Encoding;
  /** Key globs (`legal.*`) of units copied, never translated. */
  readonly excludedKeys: readonly string[];
  /** Key globs of front matter that is translated; undefined: what readers usually see. */
  readonly includedKeys?: readonly string[];
  /** False: what the source dropped stays in the targets. Default: it is removed. */
  readonly remove?: false;
  /** Machine texts are flagged for review, where the format can. */
  readonly fuzzy?: true;
  /** What an empty text of a target means; auto: decided for each file. */
  readonly empty: 'auto' | 'intended' | 'missing';
  /** Key globs of units that no text of the repository fills; `*` where `reuse` is false. */
  readonly reuseExcluded: readonly string[];
  /** Options of each target: defaults, then the catalog's, then the target's. */
  readonly translate: Readonly<Record<string, TranslateOptions>>;
  /** Levels of the rules by target; undefined: those of the config hold for all of them. */
  readonly rules?: Readonly<Record<string, RuleLevels>>;
  /** Rules whose level the config sets, by target; undefined: those of the config. */
  readonly strict?: Readonly<Record<string, readonly RuleName[]>>;
  /** Line of the entry in the config file, for messages (1-based). */
  readonly line?: number;
}

/** Where the files of an entry are. Paths are relative to the root, with `/`. */
export type FilePattern = Pick<
  ResolvedCatalog,
  'source' | 'target' | 'exclude' | 'targets' | 'format' | 'locales' | 'line'
>;

/** What one target of `documents:` asks of the service (interface.md 4.2). */
export interface DocumentOptions {
  readonly formality?: Formality;
  /** Id, name or file. */
  readonly glossary?: string;
}

/** One entry of `documents:`. */
export interface ResolvedDocuments extends FilePattern {
  /** By target. */
  readonly options: Readonly<Record<string, DocumentOptions>>;
  readonly outputFormat?: 'docx';
  /** The machine's version is written beside a person's whose source has changed. */
  readonly beside: boolean;
}

/** One entry of `recordings:`. */
export interface ResolvedRecordings extends Omit<FilePattern, 'target'> {
  /** What is made of each recording, with the pattern of its files. */
  readonly outputs: readonly { readonly kind: RecordingKind; readonly target: string }[];
  readonly beside: boolean;
}

export type RecordingKind = 'subtitles' | 'text' | 'audio';

export interface ResolvedService {
  /**
   * `embedded` starts the local service inside the run; '' if neither the file nor SERVICE_URL sets
   * one.
   */
  readonly url: string;
  /** The environment variable that `url` comes from, if it overrides the file. */
  readonly urlVariable?: 'SERVICE_URL';
  /** Undefined: none is set. Never written anywhere. */
  readonly key: string | undefined;
  /** Name of the environment variable that holds the key, for messages. */
  readonly keyVariable: string;
  /** The word before the key in the Authorization header. */
  readonly scheme: string;
  /** Engine of the embedded service. Absent: it chooses. */
  readonly backend?: ResolvedBackend;
}

export interface ResolvedBackend {
  /** Name of an engine, or `module`. */
  readonly engine: (typeof engineNames)[number] | 'module';
  /** Path of the module, relative to the root, with `/`. */
  readonly module?: string;
  readonly url?: string;
  readonly model?: string;
  /** Of that server, from the environment. Never written anywhere. */
  readonly key?: string;
}

export interface ResolvedStore {
  /** `postgres://…`; undefined: its variable is not set. Never written anywhere. */
  readonly url: string | undefined;
  /** Name of the environment variable that holds the address. Absent: the config does. */
  readonly urlVariable?: string;
  /** Schema of its tables. */
  readonly schema: string;
  /** What texts are encrypted with; undefined: nothing. Never written anywhere. */
  readonly key: string | undefined;
}

export interface ResolvedConfig {
  /** Absolute folder that no path may leave. */
  readonly root: string;
  /** Absolute path of the config file. */
  readonly file: string;
  readonly service: ResolvedService;
  readonly source: string;
  readonly targets: readonly string[];
  /** File-name locale → service language code, where they differ. */
  readonly languages: Readonly<Record<string, string>>;
  /**
   * Target whose files hold only differences → the target, or the source, that they differ from.
   */
  readonly fallbacks: Readonly<Record<string, string>>;
  /** Whether the lock is one file, or one for each folder of sources. */
  readonly locks: 'one' | 'per-folder';
  readonly catalogs: readonly ResolvedCatalog[];
  /** `translate:` of the top level, for texts of no catalog; absent when the config has none. */
  readonly translate?: TranslateInput;
  /** `improve:`; absent when the config has none. */
  readonly improve?: ImproveInput;
  /** Absent where the config has none. */
  readonly documents?: readonly ResolvedDocuments[];
  /** Absent where the config has none. */
  readonly recordings?: readonly ResolvedRecordings[];
  /** `propose:`; absent when the config has none. */
  readonly propose?: ProposeInput;
  /** The memory for everybody; absent when the config has none. */
  readonly store?: ResolvedStore;
  readonly limits: {
    /** Undefined: none. */
    readonly characters: number | undefined;
    readonly concurrency: number | 'auto';
  };
  readonly rules: RuleLevels;
  /** Rules whose level the config sets: it holds for mild problems too. */
  readonly strict?: readonly RuleName[];
  /** `placeholders:` and `keep:`; undefined when the config has neither. */
  readonly custom: ResolvedProtection | undefined;
  /** `extract:`; undefined when the config has none. */
  readonly extract: ResolvedExtract | undefined;
  /** `types:`; absent when the config has none. */
  readonly types?: ResolvedTypes;
}

export interface ResolvedTypes {
  /** Declaration file, relative to the root. Absent: none is kept. */
  readonly out?: string;
  /** `auto`: as package.json says. */
  readonly library: MessageLibrary | 'auto';
  /** Whether each source file is a namespace. Absent: as the library has it. */
  readonly namespaces?: boolean;
}

export interface ResolvedExtract {
  /** Globs of code files. */
  readonly code: readonly string[];
  /** Source catalog that new keys go to; may hold `{namespace}`. */
  readonly catalog: string;
  /** Further functions and components that take keys. */
  readonly functions: readonly string[];
  readonly components: readonly string[];
  /** Between the parts of a key; false: nothing is. */
  readonly separators: Readonly<Record<'namespace' | 'key' | 'plural' | 'context', string | false>>;
  /** Namespace of keys that name none. */
  readonly namespace: string;
  /** What a new key says: its text in code, itself if code has none, or nothing. */
  readonly default: 'key' | 'empty' | 'text';
}
