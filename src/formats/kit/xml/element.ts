export type Attributes = Readonly<Record<string, string>>;

/** Namespace declarations in scope: prefix ('' for the default one) → namespace. */
export interface Scope {
  readonly names: ReadonlyMap<string, string>;
  readonly parent: Scope | undefined;
}

/** An element's start tag, with what its names resolve to. Offsets are UTF-16. */
export interface Opened {
  readonly name: string;
  readonly local: string;
  readonly namespace: string;
  readonly attributes: Attributes;
  /** Names of the attributes, as written. */
  readonly names: readonly string[];
  /** Whether some attribute has a prefix or declares one. */
  readonly qualified: boolean;
  readonly scope: Scope;
  readonly start: number;
  readonly openEnd: number;
}
