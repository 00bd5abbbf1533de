export type GlossaryTerm = readonly [source: string, target: string];

/** Whether `glossary` is a file of the repository, not an id or a name. */
export function isGlossaryFile(glossary: string | undefined): glossary is string {
  return glossary !== undefined && /\.[ct]sv$/i.test(glossary);
}

/** Languages of a dictionary: lower-case base languages, which serve all their variants. */
export interface GlossaryPair {
  readonly source: string;
  readonly target: string;
}

/** One dictionary with its terms. */
export interface GlossaryDictionary extends GlossaryPair {
  readonly terms: Iterable<GlossaryTerm>;
}

/** A glossary of the service, without its terms. */
export interface StoredGlossary {
  readonly id: string;
  readonly name: string;
  readonly pairs: readonly GlossaryPair[];
  /** Creation time; '' if the service does not report it. */
  readonly created: string;
}

/** The glossaries of a service (docs/interface.md 4.3). Each call is one request. */
export interface GlossaryStore {
  /** @throws TranslatorError */
  list(signal: AbortSignal): Promise<readonly StoredGlossary[]>;
  /** @throws TranslatorError */
  terms(id: string, pair: GlossaryPair, signal: AbortSignal): Promise<readonly GlossaryTerm[]>;
  /** @throws TranslatorError */
  delete(id: string, signal: AbortSignal): Promise<void>;
  /** Returns the id. @throws TranslatorError */
  create(
    name: string,
    dictionaries: readonly GlossaryDictionary[],
    signal: AbortSignal,
  ): Promise<string>;
  /** @throws TranslatorError */
  rename(id: string, name: string, signal: AbortSignal): Promise<void>;
  /** Creates or replaces the dictionary of a pair. @throws TranslatorError */
  put(id: string, dictionary: GlossaryDictionary, signal: AbortSignal): Promise<void>;
  /** Deletes the dictionary of a pair. @throws TranslatorError */
  remove(id: string, pair: GlossaryPair, signal: AbortSignal): Promise<void>;
  /** From now on, requests that name the file are sent with this glossary. Sends nothing. */
  use(file: string, id: string): Promise<void>;
}

/** The changes of a run, or of a plan, to the service's copy of a glossary file. */
export interface GlossaryChanges {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** Name of the glossary on the service. */
  readonly name: string;
  readonly pairs: readonly GlossaryPairChanges[];
}

/** Source phrases of the terms of one pair. */
export interface GlossaryPairChanges extends GlossaryPair, ResourceNews {}

/** The changes of a run, or of a plan, to the service's copy of a style file. */
export interface StyleChanges {
  /** Relative to the root, with `/`. */
  readonly file: string;
  /** Name of the lists on the service. */
  readonly name: string;
  readonly languages: readonly StyleLanguageChanges[];
}

/** Names of rules (`punctuation.dash`) and instructions (`instruction "Tone"`) of one language. */
export interface StyleLanguageChanges extends ResourceNews {
  readonly language: string;
}

/** Changes to one part of a resource, by name: source phrases, rules, instructions. */
export interface ResourceNews {
  readonly added: readonly string[];
  readonly changed: readonly string[];
  readonly removed: readonly string[];
  /** Changed only on the service; a push leaves it. Unknown without the service. */
  readonly kept: readonly KeptTerm[];
  /** Changed on both sides. Absent: none, or unknown. */
  readonly conflicts?: readonly KeptTerm[];
  /** In a plan: machine texts that drift because of this. Absent: none, or not determined. */
  readonly drifts?: { readonly units: number; readonly characters: number };
}

/** What somebody changed on the service. `here`, `there`: undefined if that side has none. */
export interface KeptTerm {
  readonly source: string;
  readonly here: string | undefined;
  readonly there: string | undefined;
}
