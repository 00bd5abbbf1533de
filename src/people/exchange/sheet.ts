import { strFromU8, strToU8, unzipSync, zipSync } from 'fflate';
import { SaxesParser } from 'saxes';
import { cellOf, delimiterOf, scanRows } from '../../formats/index.js';
import { EngineError } from '../../engine/index.js';
import { escapeXml } from '../../text/index.js';
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
    // In quotes, what separates other tables does not mislead.
    return cellOf(safe, { delimiter: ',' }, /[;\t]/.test(safe));
  };
  const rows = [
    COLUMNS.map(({ name }) => name),
    ...texts.map((text) => COLUMNS.map(({ of }) => of(text))),
  ];
  return `\ufeff${rows.map((row) => `${row.map(cell).join(',')}\r\n`).join('')}`;
}

/** The texts of a CSV file. @throws EngineError 'exchange-invalid' */
export function textsOfCsv(text: string, file: string): readonly ReturnedText[] {
  const plain = (cell: string): string =>
    FORMULA.test(cell.slice(1)) ? cell.replace(/^'/, '') : cell;
  const rows = scanRows(text, delimiterOf(text), file).map(({ cells }) =>
    cells.map((one) => ({ text: plain(one.text) })),
  );
  return textsOfRows(rows, file);
}

interface Cell {
  readonly text: string;
  /** Not a text: a number, a date, an error. */
  readonly isValue?: boolean;
}

function textsOfRows(
  [head = [], ...rows]: readonly (readonly Cell[])[],
  file: string,
): readonly ReturnedText[] {
  const names = head.map(({ text }) => text.trim().toLowerCase());
  const at = (name: ColumnName): number => names.indexOf(name);
  if (at('id') === -1 || at('translation') === -1) {
    const message = `${file} has no columns "id" and "translation" in its first row.`;
    throw new EngineError('exchange-invalid', message, 'Import a file that `export` wrote.');
  }
  return rows.flatMap((row, index) => {
    const cell = (name: ColumnName): string => row[at(name)]?.text ?? '';
    if (row.every(({ text }) => text.trim() === '')) return [];
    return [
      {
        id: cell('id').trim(),
        source: at('source') === -1 ? undefined : cell('source'),
        text: row[at('translation')]?.isValue === true ? undefined : cell('translation'),
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
  const shared: string[] = [];
  const rows: ((Cell | undefined)[] | undefined)[] = [];
  try {
    const strings = parts['xl/sharedStrings.xml'];
    if (strings !== undefined) eachText(strings, 'si', ({ text }) => shared.push(text));
    eachText(sheet, 'c', ({ text, attributes, row }) => {
      const { r: place = '', t: type = 'n' } = attributes;
      const cells = (rows[row - 1] ??= []);
      const column = /^[A-Z]+/.exec(place)?.[0];
      const isValue = text !== '' && ['n', 'b', 'd', 'e'].includes(type);
      cells[column === undefined ? cells.length : indexOf(column)] =
        type === 's' ? { text: shared[Number(text)] ?? '' } : { text, isValue };
    });
  } catch (cause) {
    throw notSheet(file, cause);
  }
  const filled = Array.from(rows, (row) => Array.from(row ?? [], (cell) => cell ?? { text: '' }));
  return textsOfRows(filled, file);
}

function notSheet(file: string, cause?: unknown): EngineError {
  const hint = 'Import a file that `export --format xlsx` wrote, saved as .xlsx.';
  return new EngineError('exchange-invalid', `${file} is not an Excel sheet (.xlsx).`, hint, cause);
}

interface Found {
  /** All runs of the element, without what is only for pronunciation. */
  readonly text: string;
  readonly attributes: Readonly<Record<string, string>>;
  /** Number of its row. */
  readonly row: number;
}

/** Calls back with each element of a name. @throws Error if it is not well-formed */
function eachText(xml: Uint8Array, name: 'c' | 'si', found: (one: Found) => void): void {
  const parser = new SaxesParser({ xmlns: false, position: false } as const);
  const local = (tag: string): string => tag.slice(tag.indexOf(':') + 1);
  let [row, text, isText, isHidden] = [0, '', false, false];
  let attributes: Found['attributes'] = {};
  const add = (piece: string): void => {
    if (isText) text += piece;
  };
  parser.on('error', (error) => {
    throw error;
  });
  parser.on('opentag', (tag) => {
    const opened = local(tag.name);
    if (opened === 'row') row = Number(tag.attributes['r'] ?? row + 1);
    if (opened === name) [attributes, text] = [tag.attributes, ''];
    if (opened === 'rPh') isHidden = true;
    isText = !isHidden && (opened === 't' || opened === 'v');
  });
  parser.on('text', add);
  parser.on('cdata', add);
  parser.on('closetag', (tag) => {
    const closed = local(tag.name);
    isText = false;
    if (closed === 'rPh') isHidden = false;
    if (closed === name) found({ text: unescaped(text), attributes, row });
  });
  parser.write(strFromU8(xml)).close();
}

/** Undoes `cellXml`. */
function unescaped(text: string): string {
  return text.replaceAll(/_x([\dA-Fa-f]{4})_/g, (_, hex: string) =>
    String.fromCharCode(Number.parseInt(hex, 16)),
  );
}

function indexOf(column: string): number {
  return column.split('').reduce((index, one) => index * 26 + one.charCodeAt(0) - 64, 0) - 1;
}
