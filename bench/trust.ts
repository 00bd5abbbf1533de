/**
 * Whether people who read the least trusted texts first find the faults: `npx tsx bench/trust.ts`.
 * In the public projects beside the repository, each tenth text gets a fault of the kinds that
 * machines make; all texts count as a machine's. Prints how many faults the worst tenth by grade has.
 *
 * --project NAME  only projects whose name contains NAME
 * --root FOLDER   the corpora, if they are not beside the repository
 * --held-out      only the projects that are kept aside, instead of the others
 */
import { rmSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { findingsOf } from '../src/engine/units/findings.js';
import { Trust } from '../src/engine/units/trust.js';
import type { TrustedText } from '../src/engine/units/trust.js';
import { compared, copyOf, humanProjects } from './support/human.js';
import { formatTable, whole } from './support/table.js';

const { values } = parseArgs({
  options: {
    project: { type: 'string', default: '' },
    root: { type: 'string' },
    'held-out': { type: 'boolean', default: false },
  },
});

/** What a machine may give instead of a translation; undefined: not of this text. */
const FAULTS: Readonly<
  Record<string, (own: TrustedText, other: TrustedText) => string | undefined>
> = {
  'another text': (own, other) => (other.source === own.source ? undefined : other.target),
  'half of it': ({ target }) => {
    const words = target.split(' ');
    return words.length < 4 ? undefined : words.slice(0, words.length >> 1).join(' ');
  },
  'the source': ({ source }) => source,
  'another word': ({ target }, other) => {
    const [words, others] = [target.split(' '), other.target.split(' ')];
    return words.length < 3 ? undefined : words.with(1, others[others.length >> 1] ?? '').join(' ');
  },
  twice: ({ target }) => `${target} ${target}`,
  'another number': ({ target }) => {
    const changed = target.replace(/\d/, (digit) => String((Number(digit) + 3) % 10));
    return changed === target ? undefined : changed;
  },
  'its end lost': ({ target }) => (/[.!?。]$/.test(target) ? target.slice(0, -1) : undefined),
};
const KINDS = Object.keys(FAULTS);

interface Graded {
  readonly kind: string | undefined;
  readonly grade: number;
}

const all: Graded[] = [];
const rows: string[][] = [];
for (const project of humanProjects({ root: values.root, heldOut: values['held-out'] })) {
  if (!project.project.includes(values.project)) continue;
  const folder = copyOf(project);
  try {
    const { files, rules } = await compared(folder);
    const own: Graded[] = [];
    for (const locale of new Set(files.map(({ target }) => target.locale))) {
      const units = files
        .filter(({ target }) => target.locale === locale)
        .flatMap((file) =>
          file.rows.flatMap(({ source, current }) =>
            source.copied || current === undefined || current.text === ''
              ? []
              : [{ file, source, target: current.text }],
          ),
        );
      const sound = units.map(({ file: { message }, source, target }): TrustedText => {
        return { source: source.expected.text, target, message, findings: [] };
      });
      const texts = sound.map((text, at) => {
        if (at % 10 !== 3) return { ...text, kind: undefined };
        const other = sound[(at + 7) % sound.length] ?? text;
        for (let turn = 0; turn < KINDS.length; turn += 1) {
          const kind = KINDS[((at - 3) / 10 + turn) % KINDS.length] ?? '';
          const target = FAULTS[kind]?.(text, other);
          if (target !== undefined && target !== text.target) return { ...text, target, kind };
        }
        return { ...text, kind: undefined };
      });
      const written = texts.flatMap((text, at) => {
        const unit = units[at];
        if (unit === undefined) return [];
        const { message } = unit.file;
        const findings = findingsOf(unit.source, text.target, { message, rules });
        // A text that breaks a rule that is an error is never written.
        return findings.some(({ level }) => level === 'error') ? [] : [{ ...text, findings }];
      });
      const trust = new Trust(written);
      for (const text of written) own.push({ kind: text.kind, grade: trust.gradeOf(text) });
    }
    rows.push([project.project, ...sharesOf(own)]);
    all.push(...own);
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

/** Texts, faults, and the shares of all faults in the worst tenth and the worst fifth. */
function sharesOf(texts: readonly Graded[]): string[] {
  const sorted = texts.toSorted((a, b) => a.grade - b.grade);
  const faults = texts.filter(({ kind }) => kind !== undefined).length;
  const share = (part: number): string => {
    const worst = sorted.slice(0, Math.round(texts.length * part));
    const found = worst.filter(({ kind }) => kind !== undefined).length;
    return `${((found / Math.max(1, faults)) * 100).toFixed(1)} %`;
  };
  return [whole(texts.length), whole(faults), share(0.1), share(0.2)];
}

const HEAD = ['texts', 'faults', 'in the worst tenth', 'in the worst fifth'];
console.log(formatTable('By project', [['project', ...HEAD], ...rows, ['all', ...sharesOf(all)]]));
const limit = all.toSorted((a, b) => a.grade - b.grade)[Math.round(all.length / 10)]?.grade ?? 0;
console.log(
  formatTable(`By fault; the worst tenth is below ${limit}`, [
    ['fault', 'made', 'below'],
    ...KINDS.map((kind) => {
      const own = all.filter((one) => one.kind === kind);
      const below = own.filter(({ grade }) => grade < limit).length;
      return [kind, whole(own.length), `${((below / Math.max(1, own.length)) * 100).toFixed(1)} %`];
    }),
  ]),
);
