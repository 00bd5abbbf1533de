import type { GlossaryChanges, GlossaryPairChanges } from '../model/index.js';
import { jsonText } from '../sinks/json.js';
import { oneLine } from '../sinks/terminal.js';
import type { Style } from './style.js';

/** Terms that are named in one line; more are counted. */
const FEW = 8;

/** What changes in glossaries of the service: a line per pair and kind of change. */
export function glossaryLines(
  glossaries: readonly GlossaryChanges[] = [],
  { colors }: Style,
): readonly string[] {
  return glossaries.flatMap(({ file, name, pairs }) => [
    `${colors.bold(oneLine(file))}  glossary ${oneLine(jsonText(name))}`,
    ...pairs.flatMap((pair) => pairLines(pair, colors)),
  ]);
}

function pairLines(pair: GlossaryPairChanges, colors: Style['colors']): readonly string[] {
  const { source, target, added, changed, removed, kept } = pair;
  const languages = colors.dim(`${source} → ${target}`);
  const kinds = [
    [colors.green('+'), 'added', added],
    [colors.yellow('~'), 'changed', changed],
    [colors.red('-'), 'removed', removed],
    ['=', 'kept as the service has it', kept.map((term) => term.source)],
  ] as const;
  return kinds.flatMap(([mark, word, terms]) =>
    terms.length === 0 ? [] : [`  ${mark} ${languages}  ${terms.length} ${word}: ${named(terms)}`],
  );
}

function named(terms: readonly string[]): string {
  const some = terms.slice(0, FEW).map((term) => oneLine(jsonText(term)));
  return some.join(', ') + (terms.length > FEW ? ', …' : '');
}
