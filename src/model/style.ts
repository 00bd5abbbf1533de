/** Whether `style` is a file of the repository, not an id or a name. */
export function isStyleFile(style: string | undefined): style is string {
  return style !== undefined && /\.ya?ml$/i.test(style);
}

/** A custom instruction (docs/interface.md 2.2). */
export interface StyleInstruction {
  /** At most 100 characters. */
  readonly label: string;
  /** At most 300 characters. */
  readonly prompt: string;
  /** Lower-case base language. Default: the list's. */
  readonly sourceLanguage?: string;
}

/** Content of a style rule list (docs/interface.md 2.1). */
export interface StyleContent {
  /** Lower-case base language of the targets. */
  readonly language: string;
  /** `category.rule` → option. */
  readonly rules: ReadonlyMap<string, string>;
  readonly instructions: readonly StyleInstruction[];
}

/** An instruction as stored on the service. */
export interface StoredInstruction extends StyleInstruction {
  readonly id: string;
}

/** A style rule list of the service. */
export interface StoredStyle extends StyleContent {
  readonly id: string;
  readonly name: string;
  /** Creation time; '' if the service does not report it. */
  readonly created: string;
  readonly instructions: readonly StoredInstruction[];
}

/** The style rule lists of a service (docs/interface.md 4.4). Each call is one request. */
export interface StyleStore {
  /** All lists of the account with their contents, one request per 25. @throws TranslatorError */
  list(signal: AbortSignal): Promise<readonly StoredStyle[]>;
  /** Returns the id. @throws TranslatorError */
  create(name: string, content: StyleContent, signal: AbortSignal): Promise<string>;
  /** @throws TranslatorError */
  rename(id: string, name: string, signal: AbortSignal): Promise<void>;
  /** Replaces all rules; instructions stay. @throws TranslatorError */
  setRules(id: string, rules: StyleContent['rules'], signal: AbortSignal): Promise<void>;
  /** @throws TranslatorError */
  addInstruction(id: string, instruction: StyleInstruction, signal: AbortSignal): Promise<void>;
  /** @throws TranslatorError */
  replaceInstruction(
    id: string,
    instruction: StoredInstruction,
    signal: AbortSignal,
  ): Promise<void>;
  /** @throws TranslatorError */
  removeInstruction(id: string, instructionId: string, signal: AbortSignal): Promise<void>;
  /** Deletes the list. @throws TranslatorError */
  remove(id: string, signal: AbortSignal): Promise<void>;
  /** From now on, requests that name the file are sent with these lists. Sends nothing. */
  use(file: string, ids: ReadonlyMap<string, string>): Promise<void>;
}
