/** What is known of a text before it is analysed. */
export interface Expected {
  /** Base language to assume if a text is ambiguous; English by default. */
  readonly likely?: string | undefined;
  /** Base language of the translation: the text is hardly in it already. */
  readonly target?: string | undefined;
}

/** Most source texts are English, and none is in the target language. */
export function expectedFor(target: string): Expected {
  const base = target.split('-', 1)[0] ?? target;
  return { likely: 'en', target: base };
}
