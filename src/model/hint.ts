/** What each hint says beside its code. */
interface HintFields {
  /** A next step that needs no word of the host: no flag, no command, no option. */
  readonly text: { readonly text: string };
  /** The config file that was asked for is not there. */
  readonly 'check-config-file': object;
  /** The folder to start from is not there. */
  readonly 'check-folder': object;
  /** There is no config; `replace`: there is one, and it is empty. */
  readonly 'write-config': { readonly replace: boolean };
  /** The config is code, and only data is taken. */
  readonly 'trust-code': object;
  /** The run would bill more characters than the limit. */
  readonly 'raise-limit': object;
  /** A saved plan is out of date. */
  readonly 'plan-again': object;
  /** A glob was probably meant as the name of a file; `pattern` finds that file. */
  readonly 'escape-brackets': { readonly pattern: string };
  /** A glob matches no key; `example`: a key that is there. */
  readonly 'spell-keys': { readonly example: string | undefined };
  /** Nothing in the folder can be written. */
  readonly 'make-writable': { readonly folder: string };
  /** No service, or no key for it. */
  readonly 'set-up-service': { readonly keyVariable: string };
  /** The service cannot be reached; `address`: where its address comes from. */
  readonly 'check-address': { readonly address: string };
  /** The service has a glossary or a style of that name that was not made from the file. */
  readonly 'import-resource': { readonly kind: 'glossary' | 'style'; readonly name: string };
}

export type HintCode = keyof HintFields;

/** The next step for the person who reads an error, as data: each host says it in its own words. */
export type Hint<C extends HintCode = HintCode> = {
  readonly [K in C]: { readonly code: K } & HintFields[K];
}[C];

/** How a host says each hint. */
export type HintTable<C extends HintCode = HintCode> = {
  readonly [K in C]: (hint: Hint<K>) => string;
};

export function sayHint<C extends HintCode>(hint: Hint<C>, table: HintTable<C>): string {
  const say: (hint: Hint<C>) => string = table[hint.code];
  return say(hint);
}
