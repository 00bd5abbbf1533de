import { findingsOf } from '../../src/engine/units/findings.js';
import type { FileComparison } from '../../src/engine/units/row.js';
import type { RuleLevels } from '../../src/model/index.js';
import type { HumanProject } from './human.js';
import { DAMAGES, damaged, kindOf } from './mutations.js';
import type { Damage, DamageKind } from './mutations.js';
import { formatTable, whole } from './table.js';

interface Missed {
  readonly project: string;
  readonly library: string;
  readonly locale: string;
  readonly key: string;
  readonly damage: Damage;
  readonly source: string;
  readonly target: string;
}

interface Count {
  readonly library: string;
  readonly damage: Damage;
  made: number;
  found: number;
}

/** The most texts of a project that are damaged in each way. */
const MOST = 400;
const FEW = new Set(['zero', 'one', 'two']);
/**
 * Keys that name a plural form only by a program's convention: the first of a list, `mods.1`,
 * `mods.1.n`.
 */
const FOR_ONE = /^0$|\.1(?:\.\w)?$/;

/** Damages correct translations and counts how often the rules then report an error. */
export class Recall {
  readonly missed: Missed[] = [];
  readonly #counts = new Map<string, Count>();

  add(
    project: Pick<HumanProject, 'project' | 'syntax'>,
    files: readonly FileComparison[],
    rules: RuleLevels,
  ): void {
    const library = project.syntax.split(',')[0]?.trim() ?? '';
    for (const damage of DAMAGES) this.#damage(files, { project, library, damage, rules });
  }

  #damage(files: readonly FileComparison[], { project, library, damage, rules }: Damaging): void {
    const count = this.#countOf(library, damage);
    let left = MOST;
    for (const { target, message, rows } of files) {
      const hasErrors = (unit: (typeof rows)[number], text: string): boolean =>
        findingsOf(unit.source, text, { message, rules }).some(({ level }) => level === 'error');
      for (const unit of rows) {
        const { source, current } = unit;
        if (left === 0 || current === undefined || source.copied) continue;
        const { text: was, plural, key } = source.expected;
        const isFew = FEW.has(plural?.category ?? '') || FOR_ONE.test(key.at(-1) ?? '');
        const text = damaged({ source: was, target: current.text, library, isFew }, damage);
        if (text === undefined || hasErrors(unit, current.text)) continue;
        left -= 1;
        count.made += 1;
        if (hasErrors(unit, text)) count.found += 1;
        else {
          const place = { project: project.project, library, locale: target.locale };
          this.missed.push({ ...place, key: key.join('.'), damage, source: was, target: text });
        }
      }
    }
  }

  #countOf(library: string, damage: Damage): Count {
    const id = `${library} ${damage}`;
    const count = this.#counts.get(id) ?? { library, damage, made: 0, found: 0 };
    this.#counts.set(id, count);
    return count;
  }

  byDamage(): string {
    const rows = DAMAGES.map((damage) => {
      const { made, found } = this.#sum((one) => one.damage === damage);
      return [damage, whole(made), whole(found), share(made, found)];
    });
    return formatTable('Damaged texts', [['damage', 'made', 'found', 'share'], ...rows]);
  }

  bySyntax(): string {
    const libraries = [...new Set([...this.#counts.values()].map((one) => one.library))].sort();
    const kinds: readonly DamageKind[] = ['placeholder', 'foreign', 'text', 'tag', 'arms'];
    const rows = libraries.map((library) => [
      library,
      ...kinds.flatMap((kind) => {
        const { made, found } = this.#sum(
          (one) => one.library === library && kindOf(one.damage) === kind,
        );
        return [whole(made), share(made, found)];
      }),
    ]);
    const head = ['library', ...kinds.flatMap((kind) => [kind, 'found'])];
    return formatTable('Damaged texts by library', [head, ...rows]);
  }

  #sum(isMeant: (count: Count) => boolean): { readonly made: number; readonly found: number } {
    const all = [...this.#counts.values()].filter(isMeant);
    const sum = (of: (count: Count) => number): number =>
      all.reduce((total, count) => total + of(count), 0);
    return { made: sum((one) => one.made), found: sum((one) => one.found) };
  }
}

interface Damaging {
  readonly project: Pick<HumanProject, 'project'>;
  readonly library: string;
  readonly damage: Damage;
  readonly rules: RuleLevels;
}

function share(made: number, found: number): string {
  return made === 0 ? '–' : `${((found / made) * 100).toFixed(1)} %`;
}
