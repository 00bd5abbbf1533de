/** What is known of a text before it is read. */
export interface Expected {
  /** Base language that wins where nothing else tells; English by default. */
  readonly likely?: string | undefined;
  /** Base language that the text is to be translated to, so that it is hardly in it already. */
  readonly target?: string | undefined;
}

/** Most texts that are translated are English, and none is in the language that is asked for. */
export function expectedFor(target: string): Expected {
  const base = target.split('-', 1)[0] ?? target;
  return { likely: 'en', target: base };
}
