import { REVIEW_STATUSES } from '../model/index.js';
import type { ReviewData, ReviewFinding, ReviewStatus } from '../model/index.js';

/** Where a text is in a project. */
interface TextPlace {
  /** Target file, relative to the root. */
  readonly file: string;
  readonly locale: string;
  /** `keyId` of the unit. */
  readonly id: string;
}

/** A text that the proposal changes. */
export interface ProposedText extends TextPlace {
  /** Relative to the root. */
  readonly sourceFile: string;
  /** 1-based, in the source file. */
  readonly line: number;
  readonly source: string;
  readonly target: string;
  readonly status: ReviewStatus;
  readonly note: string | undefined;
  readonly findings: readonly ReviewFinding[];
  /** Whether a person wrote it. */
  readonly isPersons: boolean;
  /** `sourceHash` and `targetHash`. */
  readonly seen: { readonly source: string; readonly target: string };
}

/** Texts of all units that have one. */
export function textsOf(data: ReviewData): readonly ProposedText[] {
  const { rows, texts, files, sources } = data;
  return rows.text.flatMap((at, row): readonly ProposedText[] => {
    const file = files[rows.file[row] ?? -1];
    const target = rows.target[row] ?? '';
    if (file === undefined) return [];
    const finding = rows.more[row]?.findings ?? [];
    return [
      {
        file: file.path,
        sourceFile: sources[file.source] ?? '',
        line: texts.line[at] ?? 1,
        locale: file.locale,
        id: texts.key[at] ?? '',
        source: texts.text[at] ?? '',
        target,
        status: REVIEW_STATUSES[rows.status[row] ?? 0] ?? 'current',
        note: texts.more[at]?.note,
        findings: finding.filter(({ level }) => level !== 'settled'),
        isPersons: rows.person[row] === 1,
        seen: { source: texts.hash[at] ?? '', target: rows.hash[row] ?? '' },
      },
    ];
  });
}

/** The place of a text, as the key of a map. */
export function placeOf({ file, locale, id }: TextPlace): string {
  return `${locale}\0${file}\0${id}`;
}

/** Texts of `after` that are not in `before` or differ there. */
export function newTexts(before: ReviewData, after: ReviewData): readonly ProposedText[] {
  const known = new Map(textsOf(before).map((text) => [placeOf(text), text.target]));
  return textsOf(after).filter(
    (text) => text.target !== '' && known.get(placeOf(text)) !== text.target,
  );
}
