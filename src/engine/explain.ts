import { formatKey } from '../model/index.js';
import type { Explanation, Key, PlanItem } from '../model/index.js';
import { ADOPTED, COPIED, EDITED, isHuman, PIECED, REVIEW } from '../lock/index.js';
import { loadAndCompare } from './load-and-compare.js';
import type { CompareOptions } from './load-and-compare.js';
import { refuseUnknown, spelled, unitMatcher } from './named-units.js';
import type { NamedUnits } from './named-units.js';
import { plan } from './planning.js';
import { planItems } from './report/index.js';
import type { RunContext } from './session/index.js';
import { isDrifted, isMadeOtherwise, isRehearsed } from './units/drift.js';
import type { FileComparison, LocaleComparison, Row } from './units/row.js';
import { gradesOf } from './units/trust.js';
import { messageOf } from './units/findings.js';
import { statusOf } from './review/index.js';
import { parametersOf } from '../text/index.js';
import type { Parameters } from '../text/index.js';

/**
 * Why units are as they are, and what a sync would do with them. Sends and writes nothing.
 * @throws ScanError 'no-match', 'unknown-locale'
 */
export async function explainUnits(
  named: NamedUnits,
  run: RunContext,
  onCompared: CompareOptions['onCompared'],
): Promise<readonly Explanation[]> {
  const units = spelled(named, run.config.targets);
  const locales = [...new Set(units.map(({ locale }) => locale))];
  // Other texts of the locale decide what is reused, so all of them are compared.
  const selection = { locales, settled: true };
  const comparing = { isForSending: false, readsGit: true, onCompared };
  const compared = await loadAndCompare(selection, run, comparing);
  refuseUnknown(units, compared.locales, otherKeys);
  const prepared = await plan(compared, run);
  const items = new Map(planItems(prepared).map((item) => [placeOf(item), item]));
  const matches = unitMatcher(units);
  const grades = new Map(compared.locales.flatMap(({ files }) => [...gradesOf(files)]));
  return prepared.files.flatMap((file) => {
    const { path, locale } = file.target;
    const found = explained(file).filter(({ key }) => matches({ locale, key }));
    return found.map(({ key, row, ...about }): Explanation => {
      const item = items.get(placeOf({ file: path, locale, key }));
      const { action = 'keep', reuse, text, characters = 0 } = item ?? {};
      const trust = row && grades.get(row);
      return {
        ...{ file: path, locale, key: formatKey(key), ...about },
        ...(row === undefined ? {} : { source: row.source.expected.text }),
        ...(trust !== undefined && { trust }),
        ...{ action, characters },
        ...(reuse !== undefined && { reuse }),
        ...(text !== undefined && { text }),
        ...(row?.options.request.context !== undefined && { context: row.options.request.context }),
        findings: (row?.findings ?? []).map(({ code, level, message }) => ({
          ...{ code, level, message },
        })),
      };
    });
  });
}

/** The status, the text's author and the reason of a row's state. */
export function describeRow(
  row: Row,
  file: FileComparison,
): Pick<Explanation, 'status' | 'why' | 'origin'> {
  return { status: statusOf(row), why: whyOf(row, file), origin: originOf(row) };
}

/** The parameters of a row's source text. */
export function parametersOfRow({ source: { expected } }: Row, file: FileComparison): Parameters {
  return parametersOf(expected.text, messageOf(file.message, expected));
}

function placeOf({ file, locale, key }: Pick<PlanItem, 'file' | 'locale' | 'key'>): string {
  return [file, locale, ...key].join('\0');
}

function otherKeys({ files }: LocaleComparison): readonly Key[] {
  return files.flatMap(({ obsolete, kept, extra }) => [
    ...[...obsolete, ...kept].map(({ unit }) => unit.key),
    ...extra.map(({ key }) => key),
  ]);
}

type Explained = Pick<Explanation, 'status' | 'why' | 'target' | 'origin'> & {
  readonly key: Key;
  readonly row?: Row;
};

/** All units of a file, with those that its source does not have. */
function explained(file: FileComparison): readonly Explained[] {
  const { rows, obsolete, kept, extra } = file;
  const gone = (why: string) => {
    return ({ unit: { key, text: target } }: (typeof kept)[number]): Explained => {
      return { key, status: 'obsolete', why, target, origin: 'none' };
    };
  };
  return [
    ...rows.map((row): Explained => {
      const { source, current, state } = row;
      const { key } = source.expected;
      const said = { status: state.status, why: whyOf(row, file), origin: originOf(row) };
      return { key, row, ...said, ...(current !== undefined && { target: current.text }) };
    }),
    ...obsolete.map(gone('The source no longer has this key.')),
    ...kept.map(gone('The source no longer has this key, but its text is still needed.')),
    ...extra.map(({ key, text: target }): Explained => {
      const why = 'The source never had this key: somebody added it here.';
      return { key, status: 'extra', why, target, origin: 'person' };
    }),
  ];
}

function originOf(row: Row): Explanation['origin'] {
  const { source, state, current } = row;
  const { origin, place } = state;
  if (place === 'reference' || place === 'inherited') return 'elsewhere';
  if (current === undefined || current.text === '' || state.status === 'missing') return 'none';
  if (source.copied || origin === COPIED) return 'copy';
  if (origin === undefined || isHuman(origin)) return 'person';
  return origin !== PIECED && isMadeOtherwise(origin, row) ? 'otherwise' : 'machine';
}

/** Why a row has its status, from the same columns that decided it. */
function whyOf(row: Row, file: Pick<FileComparison, 'target' | 'fallback'>): string {
  const { source, current, state, findings } = row;
  const { status, place, arrival, origin } = state;
  const error = findings.find(({ level }) => level === 'error');
  if (place === 'occupied') return error?.message ?? 'Another kind of value is at its key.';
  if (place === 'inherited') {
    return `The file holds only differences, and the text of ${file.fallback ?? ''} is used.`;
  }
  if (place === 'reference') {
    return 'A text from elsewhere is shown: through an alias, as another plural form, or as one text for all forms.';
  }
  if (arrival !== undefined) {
    if (arrival.archived !== undefined) return 'Its text is in the archive.';
    const from = arrival.path === undefined ? '' : ` in ${arrival.path}`;
    const text = arrival.unit === current ? 'its text, with other white space' : 'a text';
    return `The file already has ${text} for this source, at ${formatKey(arrival.unit.key)}${from}.`;
  }
  switch (status) {
    case 'missing':
      if (file.target.document === undefined) return `${file.target.path} does not exist yet.`;
      if (current === undefined) return 'The file has no text at this key.';
      return current.untranslated === true
        ? 'The file marks the text as untranslated.'
        : 'The text is empty, and counts as not translated yet.';
    case 'stale':
      if (place === 'leaving') return 'The text at its key belongs to another source text.';
      if (source.copied) return 'It is copied, and the source has changed.';
      if (isRehearsed(row, current?.text ?? '')) return 'The text is a pseudo-translation.';
      if (origin === COPIED) return 'It was copied while it was excluded, and now is not.';
      return 'The source text has changed since a machine translated it.';
    case 'edited':
      return 'A person wrote or changed it, for this source text.';
    case 'invalid':
      return `It breaks a rule: ${error?.message ?? ''}.`;
    case 'review':
      return reviewReason(row);
    case 'current':
      return currentReason(row);
  }
}

function reviewReason({ current, state }: Row): string {
  if (state.flag === 'set') return 'The file itself marks it for review.';
  if (state.origin === PIECED) {
    return 'A machine could translate it only in pieces, or made it too long, or put it in quotation marks.';
  }
  if (current?.incomplete === true) return 'Some parts of the source have no counterpart in it.';
  if (state.origin === REVIEW) {
    return 'A person wrote it, for an earlier source text or another use, and nobody has accepted it here.';
  }
  return 'A person wrote it, and the source text has changed since.';
}

function currentReason(row: Row): string {
  const { source, state } = row;
  const { origin, isKnown } = state;
  if (source.copied) return 'It is a copy: not a text for people, or excluded.';
  if (isDrifted(row)) return 'A machine translated this source text, under other options.';
  if (origin === undefined || origin === ADOPTED || origin === EDITED) {
    return isKnown
      ? 'A person wrote or accepted it, for this source text.'
      : 'The lock does not know it, so it counts as translated by somebody.';
  }
  return 'A machine translated this source text, under the options of today.';
}
