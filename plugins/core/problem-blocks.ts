import { resolve } from 'node:path';
import type { Problem } from '../../src/index.js';
import { oneLine } from '../../src/sinks/terminal.js';
import { commandLine, repairOf, repairText, shownPath } from './repair.js';
import type { CommandPlace, Repair } from './repair.js';

/** The most problems that are listed; more would push what matters off the screen. */
const SHOWN = 20;

interface Group {
  readonly repair: Repair;
  readonly problems: Problem[];
}

/** One line per problem; problems with the same repair form a block that ends with it. */
export function problemBlocks(
  problems: readonly Problem[],
  where: CommandPlace,
): readonly string[] {
  const blocks = groupsOf(problems.slice(0, SHOWN)).map(({ repair, problems: group }) => {
    const lines = group.map((problem) => problemLine(problem, where.root));
    return [...lines, `  repair: ${repairText(repair, group, where)}`].join('\n');
  });
  const rest = problems.length - SHOWN;
  if (rest > 0) blocks.push(`… and ${rest} more: ${commandLine(['check'], where)}`);
  return blocks;
}

function groupsOf(problems: readonly Problem[]): readonly Group[] {
  const groups = new Map<string, Group>();
  for (const problem of problems) {
    const repair = repairOf(problem);
    const id = JSON.stringify(repair);
    const group = groups.get(id);
    if (group === undefined) groups.set(id, { repair, problems: [problem] });
    else group.problems.push(problem);
  }
  return [...groups.values()];
}

/** `locales/en/app.json:12:5: missing [de] cart.total: …`. */
function problemLine(
  { file, line, column, code, locale, key, message }: Problem,
  root: string,
): string {
  const place =
    file === undefined ? '' : `${shownPath(resolve(root, file))}:${line ?? 1}:${column ?? 1}: `;
  const unit = [locale === undefined ? '' : ` [${locale}]`, key === undefined ? '' : ` ${key}`];
  return `${oneLine(`${place}${code}${unit.join('')}`)}: ${oneLine(message)}`;
}
