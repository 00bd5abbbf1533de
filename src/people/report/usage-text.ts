import { oneLine } from '../../model/index.js';
import { amount, formatNumber } from './amounts.js';
import type { Style } from './style.js';
import { table } from './style.js';

/** The displayed part of a usage response, with the client's names. */
export interface ShownUsage {
  readonly characterCount: number;
  readonly characterLimit: number;
  readonly apiKeyCharacterCount?: number | undefined;
  readonly apiKeyCharacterLimit?: number | undefined;
  readonly speechToTextMillisecondsCount?: number | undefined;
  readonly speechToTextMillisecondsLimit?: number | undefined;
  readonly startTime?: string | undefined;
  readonly endTime?: string | undefined;
  readonly products?: readonly ShownProduct[] | undefined;
}

interface ShownProduct {
  readonly productType: string;
  readonly billingUnit?: string | undefined;
  readonly apiKeyUnitCount?: number | undefined;
  readonly accountUnitCount?: number | undefined;
  readonly apiKeyCharacterCount?: number | undefined;
  readonly characterCount?: number | undefined;
}

/** A developer key and its usage. */
export interface KeyUsage {
  readonly label: string;
  readonly isActive: boolean;
  /** Limit in characters; null: none. */
  readonly limit: number | null;
  readonly used: number;
}

/** A run of the history. */
export interface ShownRun {
  readonly time: string;
  readonly command: string;
  readonly locales: readonly string[];
  readonly requests: number;
  readonly texts: number;
  readonly characters: number;
}

const BAR = 24;

/** Value by which services indicate that there is no limit (docs/interface.md 4.8). */
const UNLIMITED = 1_000_000_000_000;

/** A line of the usage: a name, an amount, and its limit. */
interface Measure {
  readonly name: string;
  readonly used: number;
  readonly limit: number | undefined;
  readonly unit: string;
}

/** Usage against limits as bars, by product and by key. */
export function usageText(
  { usage, keys }: { readonly usage: ShownUsage; readonly keys: readonly KeyUsage[] },
  style: Style,
): string {
  const { startTime, endTime } = usage;
  const isKnown = startTime !== undefined && endTime !== undefined;
  const period = isKnown ? `, ${startTime.slice(0, 10)} to ${endTime.slice(0, 10)}` : '';
  const parts = [
    { title: `Account${period}`, measures: accountMeasures(usage) },
    { title: 'Products', measures: (usage.products ?? []).flatMap(productMeasures) },
    { title: 'Keys', measures: keys.map(keyMeasure) },
  ];
  return parts
    .filter(({ measures }) => measures.length > 0)
    .map(({ title, measures }) => [title, ...barLines(measures, style), ''].join('\n'))
    .join('\n');
}

function accountMeasures(usage: ShownUsage): readonly Measure[] {
  const { characterCount, characterLimit, apiKeyCharacterCount, apiKeyCharacterLimit } = usage;
  const { speechToTextMillisecondsCount: speech, speechToTextMillisecondsLimit } = usage;
  const unit = 'characters';
  const measures: Measure[] = [
    { name: 'all characters', used: characterCount, limit: characterLimit, unit },
  ];
  if (apiKeyCharacterCount !== undefined) {
    const limit = apiKeyCharacterLimit;
    measures.push({ name: 'this key', used: apiKeyCharacterCount, limit, unit });
  }
  if (speech !== undefined) {
    const limit = speechToTextMillisecondsLimit;
    measures.push({ name: 'speech to text', used: speech, limit, unit: 'milliseconds' });
  }
  return measures;
}

function productMeasures(product: ShownProduct): readonly Measure[] {
  const { billingUnit = 'characters' } = product;
  const name = oneLine(product.productType, 60);
  const account = product.accountUnitCount ?? product.characterCount;
  const key = product.apiKeyUnitCount ?? product.apiKeyCharacterCount;
  const unit = billingUnit.toLowerCase();
  return [
    ...(account === undefined ? [] : [{ name, used: account, limit: undefined, unit }]),
    ...(key === undefined
      ? []
      : [{ name: `${name}, this key`, used: key, limit: undefined, unit }]),
  ];
}

function keyMeasure({ label, isActive, limit, used }: KeyUsage): Measure {
  const name = oneLine(isActive ? label : `${label} (deactivated)`, 60);
  return { name, used, limit: limit ?? undefined, unit: 'characters' };
}

/** A bar shows the share of a limit or, without one, of the largest amount in the list. */
function barLines(measures: readonly Measure[], { colors }: Style): readonly string[] {
  const largest = Math.max(1, ...measures.map(({ used }) => used));
  const names = Math.max(...measures.map(({ name }) => name.length));
  return measures.map(({ name, used, limit, unit }) => {
    const isLimited = limit !== undefined && limit < UNLIMITED;
    const whole = isLimited ? limit : largest;
    const share = whole === 0 ? 1 : Math.min(1, used / whole);
    // Any usage above 0 is visible.
    const full = share === 0 ? 0 : Math.max(1, Math.round(share * BAR));
    const bar = `${'█'.repeat(full)}${'░'.repeat(BAR - full)}`;
    const shown = isLimited && share >= 0.8 ? colors.red(bar) : bar;
    const value = share * 100;
    const percent = value < 10 && value > 0 ? value.toFixed(1) : String(Math.round(value));
    const of = isLimited ? ` of ${formatNumber(limit)} ${unit} (${percent} %)` : ` ${unit}`;
    return `  ${name.padEnd(names)}  ${shown}  ${formatNumber(used)}${of}`;
  });
}

/** What this checkout spent. @param shown the runs to list */
export function runsText(runs: readonly ShownRun[], shown: readonly ShownRun[]): string {
  if (runs.length === 0)
    return '\nThis repository: nothing has been sent from this checkout yet.\n';
  const sum = (count: (run: ShownRun) => number): number =>
    runs.reduce((total, run) => total + count(run), 0);
  const head = `This repository: ${amount(runs.length, 'run')}, ${amount(
    sum(({ requests }) => requests),
    'request',
  )}, ${amount(
    sum(({ characters }) => characters),
    'character',
  )}`;
  const rows = shown.map(({ time, command, locales, requests, texts, characters }) => [
    `  ${oneLine(time.slice(0, 16), 16).replace('T', ' ')}  ${oneLine(command, 20)}`,
    amount(requests, 'request'),
    amount(texts, 'text'),
    amount(characters, 'character'),
    oneLine(locales.join(','), 60),
  ]);
  const more = runs.length - shown.length;
  const left = more > 0 ? [`  ${amount(more, 'earlier run')}: --verbose lists all`] : [];
  return `\n${[head, ...left, ...table(rows)].join('\n')}\n`;
}
