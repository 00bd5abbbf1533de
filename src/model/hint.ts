/** The details of each hint, by its code. */
interface HintFields {
  /** A next step that mentions no flag, command or option, so no host has to word it. */
  readonly text: { readonly text: string };
  /** The requested config file does not exist. */
  readonly 'check-config-file': object;
  /** The folder to start from does not exist. */
  readonly 'check-folder': object;
  /** There is no config; `replace`: there is one, and it is empty. */
  readonly 'write-config': { readonly replace: boolean };
  /** The config is code, and only data is accepted. */
  readonly 'trust-code': object;
  /** The run would bill more characters than the limit. */
  readonly 'raise-limit': object;
  /** A saved plan is out of date. */
  readonly 'plan-again': object;
  /** A glob was probably meant as a file name; `pattern` matches that file. */
  readonly 'escape-brackets': { readonly pattern: string };
  /** A glob matches no key; `example`: an existing key. */
  readonly 'spell-keys': { readonly example: string | undefined };
  /** Answers cannot be saved; `advice` says what would change that, without a full stop. */
  readonly 'save-answers': { readonly advice: string };
  /** No service, or no key for it. */
  readonly 'set-up-service': { readonly keyVariable: string };
  /** The service cannot be reached; `address`: where its address comes from. */
  readonly 'check-address': { readonly address: string };
  /** The service has a glossary or a style of that name that was not made from the file. */
  readonly 'import-resource': { readonly kind: 'glossary' | 'style'; readonly name: string };
}

export type HintCode = keyof HintFields;

/** The next step for the reader of an error, as data. Each host puts it into its own words. */
export type Hint<C extends HintCode = HintCode> = {
  readonly [K in C]: { readonly code: K } & HintFields[K];
}[C];

/** A host's wording of each hint. */
export type HintTable<C extends HintCode = HintCode> = {
  readonly [K in C]: (hint: Hint<K>) => string;
};

export function sayHint<C extends HintCode>(hint: Hint<C>, table: HintTable<C>): string {
  const say: (hint: Hint<C>) => string = table[hint.code];
  return say(hint);
}
