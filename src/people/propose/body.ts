import type { PlanItem, Report, ReviewData, ReviewRow } from '../../model/index.js';
import { markdownCode, hasOpenFindings, reviewId, rowAt } from '../../model/index.js';
import { amount, billedAmount, formatNumber, reusedFrom } from '../report/amounts.js';
import { coverageTable } from '../report/markdown-text.js';
import { contentHash } from '../../lock/index.js';

export interface BodyFacts {
  readonly report: Report;
  /** Texts that differ from the base or that the base lacks. */
  readonly texts: readonly ReviewRow[];
  /** Number of commits by people on the branch. */
  readonly commits: number;
  /** Texts by people whose place no longer exists. */
  readonly homeless: readonly ReviewRow[];
  /** Questions to the developers that nobody has answered. */
  readonly questions: readonly ReviewRow[];
  /** Address of a file for readers. */
  readonly urlOf: (path: string, line?: number) => string;
  readonly marker: Marker;
}

/** The most UTF-16 units of a text in a table. */
const LONGEST = 160;

/**
 * The body of a request as Markdown. Values from files are escaped, so they cannot create links,
 * mentions or markup. If not all texts fit, each locale shows its first ones and the number left
 * out.
 * @param limit the most UTF-16 units of the body
 */
export function bodyText(facts: BodyFacts, limit: number): string {
  const { texts, report, marker } = facts;
  const outdated = texts.filter(({ isPersons, status }) => isPersons && status === 'review');
  const head = [
    intro(facts),
    ...coverageTable(report),
    ...cost(report),
    ...errorLine(report),
    ...aside('Human translations whose source has changed: please review', outdated),
    ...aside('Human translations whose keys are gone', facts.homeless),
    ...aside('Questions: please answer them in locale-sync.comments', facts.questions),
  ].join('\n\n');
  const end = `\n\n${markerText(marker)}\n`;
  const room = limit - head.length - end.length;
  return `${head}${tables(texts, facts, room)}${end}`;
}

/** Data for later runs, hidden in the body. */
interface Marker {
  /** `textsHash` of the proposed texts. */
  readonly texts: string;
  /** The branch's head when the body was written; '' if there was none. */
  readonly head: string;
}

const PATTERN = /<!-- locale-sync texts=([\w-]+) head=([\da-f]*) -->/;

export function markerText({ texts, head }: Marker): string {
  return `<!-- locale-sync texts=${texts} head=${head} -->`;
}

/** Undefined for a body that somebody else wrote. */
export function readMarker(body: string): Marker | undefined {
  const [, texts, head] = PATTERN.exec(body) ?? [];
  return texts === undefined || head === undefined ? undefined : { texts, head };
}

/**
 * Hash of what a sync would write, whatever the service answers: the places and their source texts.
 * This recognizes a declined proposal before its texts are paid for again.
 */
export function textsHash(items: readonly PlanItem[]): string {
  const lines = items.filter(isWritten).map(({ file, locale, key, action, source = '' }) => {
    const what = action === 'remove' ? 'remove' : 'write';
    return JSON.stringify([file, locale, key, what, source]);
  });
  return contentHash(Buffer.from(lines.sort().join('\n')));
}

function isWritten({ action }: PlanItem): boolean {
  return action !== 'keep' && action !== 'propose';
}

function intro({ texts, commits }: BodyFacts): string {
  const edited = texts.filter(({ isPersons }) => isPersons).length;
  const people =
    commits === 0
      ? 'To correct texts, commit to this branch: your changes are kept.'
      : `${amount(commits, 'commit')} by people, with ${amount(edited, 'text')} edited, on this branch are kept.`;
  return `${amount(texts.length, 'text')} proposed by locale-sync. ${people}`;
}

function cost(report: Report): readonly string[] {
  const { requests, reused } = report;
  const free = reusedFrom(reused);
  const reuse = free.length === 0 ? '' : ` · reused for free: ${free.join(', ')}`;
  const paid = `${amount(requests, 'request')}, ${billedAmount(report)} billed`;
  return [`Cost of the last run: ${paid}${reuse}`];
}

function errorLine({ error }: Report): readonly string[] {
  return error === null ? [] : [`The run ended early: ${markdownCode(error.message)}`];
}

function aside(title: string, texts: readonly ReviewRow[]): readonly string[] {
  if (texts.length === 0) return [];
  const shown = texts.slice(0, 20).map(({ locale, key, target }) => {
    const unit = markdownCode(`${locale}:${key.join('.')}`, LONGEST);
    return `- ${unit}: ${markdownCode(target, LONGEST)}`;
  });
  const left = texts.length - shown.length;
  const more = left > 0 ? [`- … and ${formatNumber(left)} more`] : [];
  return [[`### ${title}`, '', ...shown, ...more].join('\n')];
}

/** One table per locale. If space is short, rows are shared out evenly. */
function tables(texts: readonly ReviewRow[], facts: BodyFacts, room: number): string {
  const locales = [...new Set(texts.map(({ locale }) => locale))];
  const blocks = locales.map((locale) => {
    const own = texts.filter((text) => text.locale === locale);
    return { title: titleOf(locale, own), rows: own.map((text) => rowOf(text, facts)) };
  });
  const whole = blocks.map((block) => tableOf(block, Infinity)).join('');
  if (whole.length <= room) return whole;
  const share = Math.floor(room / Math.max(1, blocks.length));
  const cut = blocks.map((block) => tableOf(block, share)).join('');
  if (cut.length <= room) return cut;
  return room > 200
    ? `\n\n… and ${amount(texts.length, 'text')} in ${locales.length} locales.`
    : '';
}

interface Block {
  readonly title: string;
  readonly rows: readonly string[];
}

const COLUMNS = '| key | source | target | note |\n| --- | --- | --- | --- |';
/** UTF-16 units reserved for the line with the number of texts left out. */
const LEFT = 60;

function tableOf({ title, rows }: Block, room: number): string {
  let text = `\n\n${title}\n\n${COLUMNS}`;
  let shown = 0;
  for (const row of rows) {
    const isLast = shown === rows.length - 1;
    if (text.length + row.length + (isLast ? 0 : LEFT) > room) break;
    text += row;
    shown += 1;
  }
  const left = rows.length - shown;
  return left === 0 ? text : `${text}\n\n… and ${amount(left, 'more text')}.`;
}

function titleOf(locale: string, texts: readonly ReviewRow[]): string {
  const findings = texts.filter(({ more }) => hasOpenFindings(more)).length;
  const found = findings === 0 ? '' : `, ${amount(findings, 'text')} with findings`;
  return `### ${markdownCode(locale)}: ${amount(texts.length, 'text')}${found}`;
}

function rowOf(text: ReviewRow, { urlOf }: BodyFacts): string {
  const { key, file, sourceFile, line, source, target, isPersons } = text;
  const { note } = text.note;
  const findings = text.more.findings?.filter(({ level }) => level !== 'settled') ?? [];
  const notes = [
    ...(isPersons ? ['by a person'] : []),
    ...findings.map(({ code, message }) => `**${code}**: ${markdownCode(message, LONGEST)}`),
    ...(note === undefined ? [] : [markdownCode(note, LONGEST)]),
  ];
  const cells = [
    linked(key.join('.'), urlOf(file)),
    linked(source, urlOf(sourceFile, line)),
    markdownCode(target, LONGEST),
    notes.join('<br>'),
  ];
  return `\n| ${cells.join(' | ')} |`;
}

/** All units of the files. */
export function textsOf(data: ReviewData): readonly ReviewRow[] {
  return data.rows.text.flatMap((_, row) => rowAt(data, row) ?? []);
}

/** Open questions, each as the target of the text that it is about. */
export function questionsOf(data: ReviewData): readonly ReviewRow[] {
  return textsOf(data).flatMap((text) =>
    (text.more.comments ?? []).flatMap(({ kind, text: target, answer }) =>
      kind === 'question' && answer === '' ? [{ ...text, target }] : [],
    ),
  );
}

/** Texts of `after` that are not in `before` or differ there. */
export function newTexts(before: ReviewData, after: ReviewData): readonly ReviewRow[] {
  const known = new Map(textsOf(before).map((text) => [reviewId(text), text.target]));
  return textsOf(after).filter(
    (text) => text.target !== '' && known.get(reviewId(text)) !== text.target,
  );
}

/** A code span as the text of a link. Addresses are already encoded, except for brackets. */
function linked(text: string, url: string): string {
  const address = url.replaceAll('(', '%28').replaceAll(')', '%29').replaceAll('|', '%7C');
  return `[${markdownCode(text, LONGEST)}](${address})`;
}
