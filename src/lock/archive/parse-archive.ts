import type { Problem } from '../../model/index.js';
import { CONFLICT_LINE, EMPTY_LINE, LineProblems } from '../set-lines.js';
import type { LineWords } from '../set-lines.js';
import { parseLine } from './archive-line.js';
import type { ArchivedText } from './archived-text.js';

export const ARCHIVE_VERSION = 1;
export const ARCHIVE_HEADER = `# locale-sync archive v${ARCHIVE_VERSION}: texts of people whose keys have left the source, to be used again.
# Commit this file. Its lines are a set: keep the lines of both sides of a merge.
`;

const VERSION_LINE = /^# locale-sync archive v(\d+)/;

const WORDS: LineWords = {
  code: 'archive-unreadable',
  file: 'the archive',
  conflict: 'is a merge conflict marker; the texts of both sides are used.',
  unreadable:
    'is not an archived text and is skipped, but stays in the file. Restore the line from version control, or delete it.',
};

/** The parsed archive. */
export interface ParsedArchive {
  /** In the order of the lines. */
  readonly texts: readonly ArchivedText[];
  /** Lines that are not archived texts. They are kept, because each may contain a text. */
  readonly unreadable: readonly string[];
  /** Warnings `archive-unreadable` and `archive-newer`. The caller sets `file`. */
  readonly problems: readonly Problem[];
  /** False for an archive of a newer version, which must not be overwritten. */
  readonly writable: boolean;
}

/** Never throws: lines without texts are skipped and reported. '' is an empty archive. */
export function parseArchive(text: string): ParsedArchive {
  const problems = new LineProblems(WORDS);
  const texts: ArchivedText[] = [];
  const unreadable: string[] = [];
  for (const [index, raw] of text
    .replace(/^\uFEFF/, '')
    .split('\n')
    .entries()) {
    const line = raw.replace(/\r$/, '');
    const archived = line.startsWith('[') ? parseLine(line) : undefined;
    if (archived !== undefined) texts.push(archived);
    else if (Number(VERSION_LINE.exec(line)?.[1] ?? 0) > ARCHIVE_VERSION) return newer(index + 1);
    else if (CONFLICT_LINE.test(line)) problems.conflict(index + 1);
    else if (!EMPTY_LINE.test(line)) {
      problems.unreadable(index + 1);
      unreadable.push(line);
    }
  }
  return { texts, unreadable, problems: problems.list, writable: true };
}

function newer(line: number): ParsedArchive {
  const message =
    'The archive was written by a newer version of locale-sync and was not changed; human translations whose keys are gone stay in their files. Update locale-sync to use it.';
  const problem = { code: 'archive-newer', severity: 'warning', message, line } as const;
  return { texts: [], unreadable: [], problems: [problem], writable: false };
}
