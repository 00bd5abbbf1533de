import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { delimiterOf, scanRows } from '../../formats/index.js';
import { EngineError } from '../../engine/index.js';
import { decodeEntities, escapeXml } from '../../text/index.js';
import type { ReviewStatus } from '../../model/index.js';
import type { ExchangeFile, ExchangeText, ReturnedText } from './texts.js';

/** The columns of a sheet. People change those that are open. */
const COLUMNS = [
  { name: 'id', width: 12, isOpen: false, of: (text) => text.id },
  { name: 'key', width: 28, isOpen: false, of: (text) => text.key },
  { name: 'source', width: 55, isOpen: false, of: (text) => text.source },
  { name: 'translation', width: 55, isOpen: true, of: (text) => text.target },
  { name: 'right as it is', width: 12, isOpen: true, of: () => '' },
  { name: 'state', width: 16, isOpen: false, of: ({ status }) => STATES[status].words },
  { name: 'note', width: 40, isOpen: false, of: ({ notes }) => notes.join('\n') },
  { name: 'limit', width: 8, isOpen: false, of: ({ limit = '' }) => String(limit) },
  { name: 'file', width: 30, isOpen: false, of: ({ file }) => file },
] as const satisfies readonly {
  readonly name: string;
  readonly width: number;
  readonly isOpen: boolean;
  readonly of: (text: ExchangeText) => string;
}[];

type ColumnName = (typeof COLUMNS)[number]['name'];

/** What a person reads of a state, and its colour. */
const STATES: Readonly<Record<ReviewStatus, { readonly words: string; readonly colour: string }>> =
  {
    missing: { words: 'to translate', colour: 'FFFFF2CC' },
    stale: { words: 'source changed', colour: 'FFFCE4D6' },
    review: { words: 'to read', colour: 'FFDDEBF7' },
    invalid: { words: 'needs a fix', colour: 'FFF8CBAD' },
    edited: { words: 'done', colour: 'FFE2EFDA' },
    current: { words: 'done', colour: 'FFE2EFDA' },
  };

/** Sheets run what looks like a formula: such a text gets an apostrophe, which the import removes. */
const FORMULA = /^'*[=+\-@\t\r]/;

/** The texts as CSV with a byte order mark, as Excel needs it to read UTF-8. */
export function csvText({ texts }: ExchangeFile): string {
  const cell = (text: string): string => {
    const safe = FORMULA.test(text) ? `'${text}` : text;
    return /[",;\r\n\t]|^\s|\s$/.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
  };
  const rows = [
    COLUMNS.map(({ name }) => name),
    ...texts.map((text) => COLUMNS.map(({ of }) => of(text))),
  ];
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** The texts of a CSV file. @throws EngineError 'exchange-invalid' */
export function textsOfCsv(text: string, file: string): readonly ReturnedText[] {
  const rows = scanRows(text, delimiterOf(text), file).map(({ cells }) =>
    cells.map((one) => (FORMULA.test(one.text.slice(1)) ? one.text.replace(/^'/, '') : one.text)),
  );
  return textsOfRows(rows, file);
}

function textsOfRows(
  [head = [], ...rows]: readonly (readonly string[])[],
  file: string,
): readonly ReturnedText[] {
  const names = head.map((name) => name.trim().toLowerCase());
  const at = (name: ColumnName): number => names.indexOf(name);
  if (at('id') === -1 || at('translation') === -1) {
    const message = `${file} has no columns "id" and "translation" in its first row.`;
    throw new EngineError('exchange-invalid', message, 'Import a file that `export` wrote.');
  }
  return rows.flatMap((row, index) => {
    const cell = (name: ColumnName): string => row[at(name)] ?? '';
    if (row.every((one) => one.trim() === '')) return [];
    return [
      {
        id: cell('id').trim(),
        source: at('source') === -1 ? undefined : cell('source'),
        text: cell('translation'),
        approved: cell('right as it is').trim() !== '',
        place: `${file}, row ${index + 2}`,
      },
    ];
  });
}

const XML = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n';
const MAIN = 'http://schemas.openxmlformats.org/spreadsheetml/2006/main';
const OFFICE = 'http://schemas.openxmlformats.org/officeDocument/2006/relationships';
const PACKAGE = 'http://schemas.openxmlformats.org/package/2006';

const STATUSES = Object.keys(STATES) as readonly ReviewStatus[];
/** Styles of cells: of the header, of locked and open cells, and of each state. */
const STYLE = { head: 1, locked: 2, open: 3, states: 4 };

/** The texts as a sheet of Excel's and LibreOffice's: only the open columns can be changed. */
export function xlsxBytes(file: ExchangeFile): Uint8Array {
  const parts: Readonly<Record<string, string>> = {
    '[Content_Types].xml': `${XML}<Types xmlns="${PACKAGE}/content-types"><Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/><Default Extension="xml" ContentType="application/xml"/><Override PartName="/xl/workbook.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.sheet.main+xml"/><Override PartName="/xl/worksheets/sheet1.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.worksheet+xml"/><Override PartName="/xl/styles.xml" ContentType="application/vnd.openxmlformats-officedocument.spreadsheetml.styles+xml"/></Types>`,
    '_rels/.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/officeDocument" Target="xl/workbook.xml"/></Relationships>`,
    'xl/workbook.xml': `${XML}<workbook xmlns="${MAIN}" xmlns:r="${OFFICE}"><sheets><sheet name="${escapeXml(file.locale.replaceAll(/[\\/?*[\]:]/g, '-')).slice(0, 31)}" sheetId="1" r:id="rId1"/></sheets></workbook>`,
    'xl/_rels/workbook.xml.rels': `${XML}<Relationships xmlns="${PACKAGE}/relationships"><Relationship Id="rId1" Type="${OFFICE}/worksheet" Target="worksheets/sheet1.xml"/><Relationship Id="rId2" Type="${OFFICE}/styles" Target="styles.xml"/></Relationships>`,
    'xl/styles.xml': stylesXml(),
    'xl/worksheets/sheet1.xml': sheetXml(file.texts),
  };
  return zipSync(
    Object.fromEntries(Object.entries(parts).map(([name, text]) => [name, strToU8(text)])),
  );
}

function stylesXml(): string {
  const fills = ['FFD9D9D9', ...STATUSES.map((status) => STATES[status].colour)].map(
    (colour) =>
      `<fill><patternFill patternType="solid"><fgColor rgb="${colour}"/></patternFill></fill>`,
  );
  const align = '<alignment vertical="top" wrapText="1"/>';
  const style = (fill: number, font: number, locked: 0 | 1): string =>
    `<xf numFmtId="49" fontId="${font}" fillId="${fill}" borderId="0" xfId="0" applyNumberFormat="1" applyFill="1" applyAlignment="1" applyProtection="1">${align}<protection locked="${locked}"/></xf>`;
  const styles = [
    '<xf numFmtId="0" fontId="0" fillId="0" borderId="0" xfId="0"/>',
    ...[style(2, 1, 1), style(0, 0, 1), style(0, 0, 0)],
    ...STATUSES.map((_, at) => style(3 + at, 0, 1)),
  ];
  return `${XML}<styleSheet xmlns="${MAIN}"><fonts count="2"><font><sz val="11"/><name val="Calibri"/></font><font><b/><sz val="11"/><name val="Calibri"/></font></fonts><fills count="${fills.length + 2}"><fill><patternFill patternType="none"/></fill><fill><patternFill patternType="gray125"/></fill>${fills.join('')}</fills><borders count="1"><border/></borders><cellStyleXfs count="1"><xf numFmtId="0" fontId="0" fillId="0" borderId="0"/></cellStyleXfs><cellXfs count="${styles.length}">${styles.join('')}</cellXfs></styleSheet>`;
}

function sheetXml(texts: readonly ExchangeText[]): string {
  const letter = (at: number): string => String.fromCharCode(65 + at);
  const row = (
    number: number,
    cells: readonly (readonly [text: string, style: number])[],
  ): string =>
    `<row r="${number}">${cells
      .map(
        ([text, style], at) =>
          `<c r="${letter(at)}${number}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${cellXml(text)}</t></is></c>`,
      )
      .join('')}</row>`;
  const rows = texts.map((text, index) =>
    row(
      index + 2,
      COLUMNS.map(({ name, isOpen, of }) => {
        const state = STYLE.states + STATUSES.indexOf(text.status);
        return [of(text), isOpen ? STYLE.open : name === 'state' ? state : STYLE.locked] as const;
      }),
    ),
  );
  const columns = COLUMNS.map(
    ({ name, width }, at) =>
      `<col min="${at + 1}" max="${at + 1}" width="${width}" customWidth="1"${name === 'id' ? ' hidden="1"' : ''}/>`,
  );
  const translation = letter(COLUMNS.findIndex(({ name }) => name === 'translation'));
  const limits = texts.flatMap(({ limit }, index) =>
    limit === undefined
      ? []
      : [
          `<dataValidation type="textLength" operator="lessThanOrEqual" allowBlank="1" showErrorMessage="1" errorStyle="warning" errorTitle="Too long" error="At most ${limit} characters." sqref="${translation}${index + 2}"><formula1>${limit}</formula1></dataValidation>`,
        ],
  );
  const all = `A1:${letter(COLUMNS.length - 1)}${texts.length + 1}`;
  return `${XML}<worksheet xmlns="${MAIN}"><sheetViews><sheetView workbookViewId="0"><pane ySplit="1" topLeftCell="A2" activePane="bottomLeft" state="frozen"/></sheetView></sheetViews><cols>${columns.join('')}</cols><sheetData>${row(
    1,
    COLUMNS.map(({ name }) => [name, STYLE.head] as const),
  )}${rows.join('')}</sheetData><sheetProtection sheet="1" formatColumns="0" formatRows="0" autoFilter="0"/><autoFilter ref="${all}"/>${
    limits.length === 0
      ? ''
      : `<dataValidations count="${limits.length}">${limits.join('')}</dataValidations>`
  }</worksheet>`;
}

/** Sheets write characters that XML lacks, and what looks like that, as `_x001F_`. */
function cellXml(text: string): string {
  const escaped = text.replaceAll(
    /_(?=x[\dA-Fa-f]{4}_)|[\0-\x08\x0b-\x1f\ufffe\uffff]/g,
    (character) => `_x${character.charCodeAt(0).toString(16).toUpperCase().padStart(4, '0')}_`,
  );
  return escapeXml(escaped);
}

/** The most bytes of a sheet's parts. */
const MOST_BYTES = 200_000_000;

/** The texts of a sheet. @throws EngineError 'exchange-invalid' */
export function textsOfXlsx(bytes: Uint8Array, file: string): readonly ReturnedText[] {
  let parts: Readonly<Record<string, Uint8Array>>;
  try {
    let size = 0;
    parts = unzipSync(bytes, {
      filter: ({ name, originalSize }) => {
        size += originalSize;
        return /^xl\/(?:worksheets\/sheet1|sharedStrings)\.xml$/.test(name) && size < MOST_BYTES;
      },
    });
  } catch (cause) {
    throw notSheet(file, cause);
  }
  const sheet = parts['xl/worksheets/sheet1.xml'];
  if (sheet === undefined) throw notSheet(file);
  const shared = elements(strFromU8(parts['xl/sharedStrings.xml'] ?? new Uint8Array()), 'si').map(
    ({ inner }) => textOf(inner),
  );
  const rows: (string[] | undefined)[] = [];
  for (const { inner, head } of elements(strFromU8(sheet), 'row')) {
    const cells: (string | undefined)[] = [];
    for (const cell of elements(inner, 'c')) {
      const [, column = ''] = /\br="([A-Z]+)\d+"/.exec(cell.head) ?? [];
      const [, type = 'n'] = /\bt="(\w+)"/.exec(cell.head) ?? [];
      const value = elements(cell.inner, 'v')[0]?.inner ?? '';
      const text =
        type === 's'
          ? shared[Number(value)]
          : type === 'inlineStr'
            ? textOf(cell.inner)
            : plain(value);
      cells[column === '' ? cells.length : indexOf(column)] = text ?? '';
    }
    const number = Number(/\br="(\d+)"/.exec(head)?.[1] ?? rows.length + 1);
    rows[number - 1] = Array.from(cells, (text) => text ?? '');
  }
  return textsOfRows(
    Array.from(rows, (row) => row ?? []),
    file,
  );
}

function notSheet(file: string, cause?: unknown): EngineError {
  const hint = 'Import a file that `export --format xlsx` wrote, saved as .xlsx.';
  return new EngineError('exchange-invalid', `${file} is not an Excel sheet (.xlsx).`, hint, cause);
}

interface Element {
  /** The start tag. */
  readonly head: string;
  readonly inner: string;
}

/** The elements of a name, which do not contain each other. */
function elements(xml: string, name: string): readonly Element[] {
  const found: Element[] = [];
  const pattern = new RegExp(
    `<(?:\\w+:)?${name}((?:\\s[^>]*?)?)(?:/>|>([^]*?)</(?:\\w+:)?${name}>)`,
    'g',
  );
  for (const [, head = '', inner = ''] of xml.matchAll(pattern)) found.push({ head, inner });
  return found;
}

/** The text of a cell: all its runs, without what is only for pronunciation. */
function textOf(inner: string): string {
  const runs = inner.replaceAll(/<(?:\w+:)?rPh\b[^]*?<\/(?:\w+:)?rPh>/g, '');
  return elements(runs, 't')
    .map((one) => plain(one.inner))
    .join('');
}

function plain(xml: string): string {
  return decodeEntities(xml.replaceAll(/\r\n?/g, '\n')).replaceAll(
    /_x([\dA-Fa-f]{4})_/g,
    (_, hex: string) => String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function indexOf(column: string): number {
  return column.split('').reduce((index, one) => index * 26 + one.charCodeAt(0) - 64, 0) - 1;
}
