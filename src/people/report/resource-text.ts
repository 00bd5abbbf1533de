import type { KeptTerm, KeyLimits, KeyNews, Report, ResourceNews } from '../../model/index.js';
import { jsonText, oneLine } from '../../model/index.js';
import { amount } from './amounts.js';
import type { Style } from './style.js';

/** The most names in one line; more are counted. */
const FEW = 8;
/** The most terms whose texts are shown; more are counted. */
const FEW_TEXTS = 20;
/** The most characters of a text that are shown. */
const ROOM = 60;

/** A glossary or style file. */
interface Shown {
  readonly file: string;
  readonly name: string;
  readonly kind: 'glossary' | 'style';
  readonly parts: readonly (ResourceNews & { readonly label: string })[];
}

function shownOf({ glossaries = [], styles = [] }: Report): readonly Shown[] {
  return [
    ...glossaries.map(({ pairs, ...rest }) => ({
      ...rest,
      kind: 'glossary' as const,
      parts: pairs.map((pair) => ({ ...pair, label: `${pair.source} → ${pair.target}` })),
    })),
    ...styles.map(({ languages, ...rest }) => ({
      ...rest,
      kind: 'style' as const,
      parts: languages.map((one) => ({ ...one, label: one.language })),
    })),
  ];
}

/** Whether changes of glossaries or styles are sent to the service. */
export function sendsResources(report: Report): boolean {
  return shownOf(report).some(({ parts }) =>
    parts.some(({ added, changed, removed }) => added.length + changed.length + removed.length > 0),
  );
}

/** Changes in glossaries and styles of the service: a line per part and kind of change. */
export function resourceLines(report: Report, { colors }: Style): readonly string[] {
  return shownOf(report).flatMap((one) => [
    headOf(one, colors),
    ...one.parts.flatMap((part) => partLines(one, part, colors)),
  ]);
}

function headOf({ file, name, kind }: Shown, colors: Style['colors']): string {
  return `${colors.bold(oneLine(file))}  ${kind} ${oneLine(jsonText(name))}`;
}

type Part = Shown['parts'][number];

function partLines(one: Shown, part: Part, colors: Style['colors']): readonly string[] {
  const { label, added, changed, removed, kept, drifts } = part;
  const languages = colors.dim(label);
  const kinds = [
    [colors.green('+'), 'added', added],
    [colors.yellow('~'), 'changed', changed],
    [colors.red('-'), 'removed', removed],
    ['=', 'kept as on the service', kept.map((term) => term.source)],
  ] as const;
  const lines = kinds.flatMap(([mark, word, names]) =>
    names.length === 0
      ? []
      : [`  ${mark} ${languages}  ${names.length} ${word}: ${namesOf(one, names)}`],
  );
  if (drifts === undefined) return lines;
  const cost = `${amount(drifts.units, 'unit')} drift (${amount(drifts.characters, 'character')} to translate again)`;
  return [...lines, `    ${languages}  ${colors.dim(cost)}`];
}

function namesOf({ kind }: Shown, names: readonly string[]): string {
  const some = names.slice(0, FEW).map((name) => shownName(kind, name));
  return some.join(', ') + (names.length > FEW ? ', …' : '');
}

function shownName(kind: Shown['kind'], name: string): string {
  return oneLine(kind === 'glossary' ? jsonText(name) : name);
}

/** Differences between files and service, including files in step. */
export function differencesText(report: Report, { colors }: Style): string {
  const all = shownOf(report);
  const { developerKeys: keys = [] } = report;
  if (all.length + keys.length === 0) {
    return 'The config uses no glossary or style files, and no developer keys were compared.\n';
  }
  const lines = all.flatMap((one) => {
    if (one.parts.length === 0) return [`${headOf(one, colors)}  ${colors.green('in sync')}`];
    return [headOf(one, colors), ...one.parts.flatMap((part) => differences(one, part, colors))];
  });
  return `${[...lines, ...keyLines(keys, colors)].join('\n')}\n`;
}

function keyLines(keys: readonly KeyNews[], colors: Style['colors']): readonly string[] {
  const lines = keys.map(({ label, state, declared = {}, service = {} }) => {
    const [here, there] = [declared, service].map(limitsText);
    const shown = {
      same: [' ', `${there}  ${colors.green('in sync')}`],
      set: [colors.yellow('~'), `set to ${there}`],
      different: [colors.yellow('~'), `${here} here, ${there} on the service`],
      missing: [colors.red('!'), 'the service has no active key with this label'],
      ambiguous: [colors.red('!'), 'several active keys have this label'],
      undeclared: ['=', `${there}  ${colors.dim('only on the service')}`],
    } satisfies Record<KeyNews['state'], readonly string[]>;
    const [mark, text] = shown[state];
    return `  ${mark} ${oneLine(jsonText(label))}  ${text}`;
  });
  return lines.length === 0 ? [] : [colors.bold('developer keys'), ...lines];
}

function limitsText({ characters, minutes }: KeyLimits): string {
  const limitText = (limit: number | null | undefined, unit: string): readonly string[] => {
    if (limit === undefined) return [];
    return [limit === null ? `any ${unit}s` : amount(limit, unit)];
  };
  return [...limitText(characters, 'character'), ...limitText(minutes, 'minute')].join(', ');
}

function differences(one: Shown, part: Part, colors: Style['colors']): readonly string[] {
  const { kept, conflicts = [] } = part;
  const label = colors.dim(part.label);
  const here = partLines(one, { ...part, kept: [] }, colors);
  const told = (terms: readonly KeptTerm[], what: string, mark: string): readonly string[] =>
    terms.length === 0
      ? []
      : [
          `  ${mark} ${label}  ${terms.length} ${what}`,
          ...terms
            .slice(0, FEW_TEXTS)
            .map((term) => `      ${shownName(one.kind, term.source)}: ${sidesOf(term)}`),
          ...(terms.length > FEW_TEXTS ? [`      … and ${terms.length - FEW_TEXTS} more`] : []),
        ];
  return [
    ...here,
    ...told(kept, 'changed only on the service', colors.cyan('<')),
    ...told(conflicts, 'changed on both sides', colors.red('!')),
  ];
}

function sidesOf({ here, there }: KeptTerm): string {
  const [own, other] = [here, there].map((text) =>
    text === undefined ? 'not' : oneLine(jsonText(text), ROOM),
  );
  return `${own} here, ${other} on the service`;
}

/** What a push, pull or import did. */
export function resourcesDoneText(report: Report, style: Style): string {
  const keys = (report.developerKeys ?? []).filter(({ state }) => state !== 'same');
  const lines = [...resourceLines(report, style), ...keyLines(keys, style.colors)];
  const { written } = report.files;
  const none = report.ok ? 'Everything is in sync' : 'Nothing was done';
  const done = written > 0 ? `${amount(written, 'file')} written` : none;
  if (lines.length === 0) return `${done}.\n`;
  return `${[...lines, ...(written > 0 ? [`${done}.`] : [])].join('\n')}\n`;
}
