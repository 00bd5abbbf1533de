import type { CompletionNode, FlagValue } from '../nodes.js';

/** A key of a table in a script, and its words. */
export type Row = readonly [key: string, words: string];

/** Commands or first words by path; `:file` for files. */
export function commandRows(nodes: readonly CompletionNode[]): readonly Row[] {
  return nodes.flatMap(({ path, commands, words, takesFiles }) => {
    const all = [...commands.map(({ name }) => name), ...words, ...(takesFiles ? [':file'] : [])];
    return all.length === 0 ? [] : [[path, all.join(' ')] as const];
  });
}

/** Flags by path. */
export function flagRows(nodes: readonly CompletionNode[]): readonly Row[] {
  return nodes.map(({ path, flags }) => [path, flags.map(({ name }) => name).join(' ')] as const);
}

/** Values of each flag that takes one: words, `:file`, `:folder` or `:any`. */
export function valueRows(nodes: readonly CompletionNode[]): readonly Row[] {
  return nodes.flatMap(({ path, flags }) =>
    flags.flatMap(({ name, value }): Row[] =>
      value === undefined ? [] : [[`${path} ${name}`, wordsOf(value)]],
    ),
  );
}

function wordsOf(value: NonNullable<FlagValue>): string {
  return typeof value === 'string' ? `:${value}` : value.join(' ');
}
