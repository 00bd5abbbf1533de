/** What a developer key may use in a period. null: no limit; absent: left as it is. */
export interface KeyLimits {
  readonly characters?: number | null;
  /** Of speech. */
  readonly minutes?: number | null;
}

/** An active developer key of the service (docs/interface.md 2.8). */
export interface StoredKey {
  readonly id: string;
  readonly label: string;
  readonly limits: Required<KeyLimits>;
}

/** The developer keys of an account (docs/interface.md 4.7). Each call is one request. */
export interface KeyStore {
  /** Without deactivated keys. @throws TranslatorError */
  list(signal: AbortSignal): Promise<readonly StoredKey[]>;
  /** Returns the key as it is then. @throws TranslatorError */
  setLimits(id: string, limits: KeyLimits, signal: AbortSignal): Promise<StoredKey>;
}

/** The developer keys with one label: the limits in the config, and on the service. */
export interface KeyNews {
  readonly label: string;
  /**
   * set: by this push · missing: the service has no active key of this label · ambiguous: it has
   * several · undeclared: the config does not name it.
   */
  readonly state: 'same' | 'different' | 'set' | 'missing' | 'ambiguous' | 'undeclared';
  /** Absent: undeclared. */
  readonly declared?: KeyLimits;
  /** Absent: missing or ambiguous. */
  readonly service?: Required<KeyLimits>;
}
