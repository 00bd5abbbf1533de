import type { ArrayBody, PhpNode } from './node.js';

/** The style of a file, for new items. */
export interface Habits {
  /** `'` or `"`. */
  readonly quote: string;
  readonly keyQuote: string;
  /** One level of indentation. */
  readonly step: string;
  /** Arrays are written as `array(…)`. */
  readonly isLong: boolean;
  /** The last line of a multi-line array ends in a comma. */
  readonly isTrailing: boolean;
}

/** The majority style of a file, or else that of PHP's own guides. */
export function habitsOf(text: string, arrays: readonly ArrayBody[], root: PhpNode): Habits {
  const [quotes, keyQuotes, commas, brackets] = [0, 0, 0, 0].map(() => new Votes());
  const nodes = [...arrays.flatMap(({ children }) => children), ...(root.children ?? [])];
  for (const { unit, name } of nodes) {
    if (unit?.kind === 'text') quotes?.add(text.charCodeAt(unit.range.start) === 34);
    const quote = name.replace(/^\$\w+\s*\[\s*/, '').charAt(0);
    if (quote === '"' || quote === "'") keyQuotes?.add(quote === '"');
  }
  for (const { children, isLong } of arrays) {
    brackets?.add(isLong);
    const last = children.at(-1);
    if (last?.comma !== undefined && last.indent !== undefined)
      commas?.add(last.comma.start === last.comma.end);
  }
  return {
    quote: quotes?.isMost === true ? '"' : "'",
    keyQuote: keyQuotes?.isMost === true ? '"' : "'",
    step: stepOf(nodes, root) ?? '    ',
    isLong: brackets?.isMost === true,
    isTrailing: commas?.isMost !== true,
  };
}

class Votes {
  #balance = 0;

  add(isFor: boolean): void {
    this.#balance += isFor ? 1 : -1;
  }

  get isMost(): boolean {
    return this.#balance > 0;
  }
}

/** Indentation of an array's items relative to its own line. */
function stepOf(nodes: readonly PhpNode[], root: PhpNode): string | undefined {
  for (const { indent, children } of [...nodes, { ...root, indent: '' }]) {
    const inner = children?.find((child) => !child.isStatement)?.indent;
    if (indent === undefined || inner === undefined) continue;
    if (inner.length > indent.length && inner.startsWith(indent)) return inner.slice(indent.length);
  }
  return undefined;
}
