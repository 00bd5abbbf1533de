/**
 * What the rules find in texts that people wrote and nobody complains about:
 * `npx tsx bench/checks.ts`. Most findings in these texts are false positives, so a good rule makes
 * few. The texts are the public projects beside the repository, with `messages: auto`;
 * docs/checks.md has a table of sampled findings.
 *
 * --held-out      only the projects that no rule is tuned on; without it, only the others
 * --root FOLDER   the projects of another folder with a `projects.json`
 * --project NAME  only projects whose name contains NAME
 * --rule CODE     only findings with this problem code
 * --sample N      N findings of each code and level, spread over projects and locales
 * --json FILE     every finding with both texts
 */
import { rmSync, writeFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findingsOf } from '../src/engine/units/findings.js';
import type { FileComparison } from '../src/engine/units/row.js';
import type { RuleLevels, Unit } from '../src/model/index.js';
import { compared, copyOf, humanProjects } from './support/human.js';
import { folderOf, OWN_TEXTS } from './support/own-texts.js';
import { Recall } from './support/recall.js';
import { formatTable, whole } from './support/table.js';

const { values } = parseArgs({
  options: {
    'held-out': { type: 'boolean', default: false },
    root: { type: 'string' },
    project: { type: 'string', default: '' },
    rule: { type: 'string' },
    sample: { type: 'string', default: '0' },
    json: { type: 'string' },
  },
});

interface Found {
  readonly project: string;
  readonly syntax: string;
  readonly file: string;
  readonly locale: string;
  readonly key: string;
  readonly code: string;
  readonly level: string;
  readonly message: string;
  readonly source: string;
  readonly target: string;
}

/** Checks the text as a machine's answer, without the leniency for human texts. */
function findingsIn(
  project: string,
  files: readonly FileComparison[],
  rules: RuleLevels,
): readonly Found[] {
  return files.flatMap(({ target, message, rows }) =>
    rows.flatMap(({ source, current }) => {
      if (current === undefined || !isMeant(source.copied, current)) return [];
      const found = findingsOf(source, current.text, { message, rules });
      return found.map(({ code, level, message: said }) => ({
        project,
        syntax: message.syntax,
        file: target.path,
        locale: target.locale,
        key: source.expected.key.join('.'),
        code,
        level,
        message: said,
        source: source.expected.text,
        target: current.text,
      }));
    }),
  );
}

/** A translation that a person calls finished: no copy, not empty, not marked for review. */
function isMeant(isCopied: boolean, current: Unit | undefined): boolean {
  return !isCopied && current !== undefined && current.text !== '' && current.state !== 'review';
}

function textsIn(files: readonly FileComparison[]): number {
  const texts = files.flatMap(({ rows }) =>
    rows.filter(({ source, current }) => isMeant(source.copied, current)),
  );
  return texts.length;
}

function per10000(count: number, texts: number): string {
  return texts === 0 ? '–' : ((count / texts) * 10_000).toFixed(1);
}

function kindOf({ code, level }: Found): string {
  return `${code} (${level})`;
}

/**
 * Evenly spaced items of a list in order of project and locale, so that no project dominates the
 * sample.
 */
function spread<T>(all: readonly T[], count: number): readonly T[] {
  if (all.length <= count) return all;
  return Array.from(
    { length: count },
    (_, at) => all[Math.floor((at * all.length) / count)],
  ).filter((one) => one !== undefined);
}

const recall = new Recall();
const found: Found[] = [];
const counts: { project: string; texts: number; errors: number; warnings: number }[] = [];
for (const project of humanProjects({
  root: values.root,
  heldOut: values['held-out'],
})) {
  if (!project.project.includes(values.project)) continue;
  const folder = copyOf(project);
  try {
    const { files, rules } = await compared(folder);
    const all = findingsIn(project.project, files, rules);
    const own = all.filter(({ code }) => values.rule === undefined || code === values.rule);
    const errors = own.filter(({ level }) => level === 'error').length;
    counts.push({
      project: project.project,
      texts: textsIn(files),
      errors,
      warnings: own.length - errors,
    });
    found.push(...own);
    recall.add(project, files, rules);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

for (const own of OWN_TEXTS) {
  if (!own.syntax.includes(values.project) && !own.project.includes(values.project)) continue;
  const folder = folderOf(own);
  try {
    const { files, rules } = await compared(folder);
    recall.add(own, files, rules);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

if (counts.length === 0) console.log('No projects with human translations are at hand.');
const texts = counts.reduce((sum, one) => sum + one.texts, 0);
console.log(
  formatTable('By project', [
    ['project', 'texts', 'errors', 'per 10,000', 'warnings', 'per 10,000'],
    ...counts.map((one) => [
      one.project,
      whole(one.texts),
      whole(one.errors),
      per10000(one.errors, one.texts),
      whole(one.warnings),
      per10000(one.warnings, one.texts),
    ]),
  ]),
);
const kinds = new Map<string, Found[]>();
for (const one of found) {
  const all = kinds.get(kindOf(one)) ?? [];
  all.push(one);
  kinds.set(kindOf(one), all);
}
const sorted = [...kinds].sort(([a], [b]) => (a < b ? -1 : 1));
console.log(
  formatTable(`By rule, in ${whole(texts)} texts`, [
    ['rule', 'findings', 'per 10,000'],
    ...sorted.map(([kind, all]) => [kind, whole(all.length), per10000(all.length, texts)]),
  ]),
);
for (const [kind, all] of sorted) {
  const sample = spread(all, Number(values.sample));
  if (sample.length > 0) console.log(`\n${kind}`);
  for (const { project, locale, key, syntax, message, source, target } of sample)
    console.log(
      `  ${project} ${locale} ${JSON.stringify(key)} [${syntax}] ${message}\n` +
        `    ${JSON.stringify(source)}\n    ${JSON.stringify(target)}`,
    );
}
console.log(recall.byDamage());
console.log(recall.bySyntax());
for (const one of spread(recall.missed, Number(values.sample)))
  console.log(
    `  missed: ${one.damage} ${one.project} ${one.locale} ${JSON.stringify(one.key)} [${one.library}]\n` +
      `    ${JSON.stringify(one.source)}\n    ${JSON.stringify(one.target)}`,
  );
if (values.json !== undefined)
  writeFileSync(values.json, JSON.stringify({ found, missed: recall.missed }, null, 1));
