import type { Json5Node } from './node.js';

/** The style of a file, for new members. */
export interface Habits {
  /** `'` or `"`. */
  readonly quote: string;
  /** The quote of keys; '' if keys are unquoted where possible. */
  readonly keyQuote: string;
  /** One level of indentation. */
  readonly step: string;
  /** The last line of a multi-line object ends in a comma. */
  readonly isTrailing: boolean;
}

/** The majority style of a file, or else that of JSON5's own guide. */
export function habitsOf(text: string, root: Json5Node): Habits {
  const quotes = new Map<string, number>();
  const keyQuotes = new Map<string, number>();
  const commas = new Map<string, number>();
  let step: string | undefined;
  const visit = (node: Json5Node): void => {
    const { children = [], indent } = node;
    for (const { unit, name, indent: inner } of children) {
      if (unit?.kind === 'text') count(quotes, text.charAt(unit.range.start));
      if (name !== '') count(keyQuotes, /^['"]/.exec(name)?.[0] ?? '');
      const isDeeper = inner?.startsWith(indent ?? '') === true && inner !== indent;
      if (isDeeper && indent !== undefined) step ??= inner.slice(indent.length);
    }
    const last = children.at(-1);
    if (last?.comma !== undefined && last.indent !== undefined)
      count(commas, text.slice(last.comma.start, last.comma.end));
    for (const child of children) if (child.children !== undefined) visit(child);
  };
  visit(root);
  return {
    quote: most(quotes) ?? "'",
    keyQuote: most(keyQuotes) ?? '',
    step: step ?? '  ',
    isTrailing: most(commas) !== '',
  };
}

function count(votes: Map<string, number>, vote: string): void {
  votes.set(vote, (votes.get(vote) ?? 0) + 1);
}

function most(votes: ReadonlyMap<string, number>): string | undefined {
  let best: string | undefined;
  for (const [vote, times] of votes) if (times > (votes.get(best ?? '\0') ?? 0)) best = vote;
  return best;
}
