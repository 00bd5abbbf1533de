import { table } from './style.js';

type Fields = Readonly<Record<string, unknown>>;

/** A response of the service as text: fields as lines, lists of simple objects as tables. */
export function answerText(value: unknown): string {
  const lines = linesOf(value);
  return lines.length === 0 ? '' : `${lines.join('\n')}\n`;
}

function linesOf(value: unknown): readonly string[] {
  if (Array.isArray(value)) return listLines(value);
  if (isFields(value)) return Object.entries(value).flatMap(([name, one]) => fieldLines(name, one));
  return textOf(value).split('\n');
}

function fieldLines(name: string, value: unknown): readonly string[] {
  if (value === undefined) return [];
  if (isSimple(value)) {
    const [first = '', ...more] = textOf(value).replace(/\n$/, '').split('\n');
    return more.length === 0 ? [`${name}: ${first}`] : [`${name}:`, ...indented([first, ...more])];
  }
  const inner = linesOf(value);
  return inner.length === 0 ? [`${name}: none`] : [`${name}:`, ...indented(inner)];
}

function listLines(values: readonly unknown[]): readonly string[] {
  const objects = values.filter(isFields);
  if (objects.length < values.length || values.length === 0) return values.flatMap(linesOf);
  const isTable = objects.every((one) => Object.values(one).every(isCell));
  if (isTable) return tableOf(objects);
  return objects.flatMap((one, at) => [...(at === 0 ? [] : ['']), ...linesOf(one)]);
}

function tableOf(objects: readonly Fields[]): readonly string[] {
  const names = [...new Set(objects.flatMap((one) => Object.keys(one)))];
  return table([names, ...objects.map((one) => names.map((name) => textOf(one[name])))]);
}

function isCell(value: unknown): boolean {
  return isSimple(value) && !textOf(value).includes('\n');
}

function isSimple(value: unknown): boolean {
  return typeof value !== 'object' || value === null;
}

function isFields(value: unknown): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function textOf(value: unknown): string {
  if (value === undefined) return '';
  if (typeof value === 'string') return value;
  return value === null ? 'none' : JSON.stringify(value);
}

function indented(lines: readonly string[]): readonly string[] {
  return lines.map((line) => (line === '' ? '' : `  ${line}`));
}
