import { oneLine } from '../../model/index.js';
import type { Report } from '../../model/index.js';
import { amount, billedAmount, formatNumber, moneyText } from './amounts.js';
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
  /** Minutes of speech, and their limit. Absent: none. */
  readonly minutes?: number;
  readonly minuteLimit?: number | null;
}

/** What this checkout, the key in use and the account spent in the same period. */
export interface SpentByAll {
  readonly checkout: Spent;
  readonly key?: Spent;
  readonly account: Spent;
}

type Spent = Pick<Report, 'characters' | 'minutes' | 'money'>;

/** A run of the history. */
export interface ShownRun {
  readonly time: string;
  readonly command: string;
  readonly locales: readonly string[];
  readonly requests: number;
  readonly texts: number;
  readonly characters: number;
  readonly minutes?: number;
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
  /** Instead of the number and its unit. */
  readonly text?: string;
}

interface ShownAmounts {
  readonly usage: ShownUsage;
  readonly keys: readonly KeyUsage[];
  /** Absent: there is no project. */
  readonly spent?: SpentByAll | undefined;
}

/** Usage against limits as bars, by product and by key. */
export function usageText({ usage, keys, spent }: ShownAmounts, style: Style): string {
  const { startTime, endTime } = usage;
  const isKnown = startTime !== undefined && endTime !== undefined;
  const period = isKnown ? `, ${startTime.slice(0, 10)} to ${endTime.slice(0, 10)}` : '';
  const parts = [
    { title: `Account${period}`, measures: accountMeasures(usage, spent?.checkout) },
    { title: 'Products', measures: (usage.products ?? []).flatMap(productMeasures) },
    { title: 'Keys', measures: keys.flatMap(keyMeasures) },
    { title: 'Cost', measures: spent === undefined ? [] : costs(spent) },
  ];
  return parts
    .filter(({ measures }) => measures.length > 0)
    .map(({ title, measures }) => [title, ...barLines(measures, style), ''].join('\n'))
    .join('\n');
}

function accountMeasures(usage: ShownUsage, checkout: Spent | undefined): readonly Measure[] {
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
  const own = { name: 'this checkout', limit: undefined };
  if (checkout !== undefined) measures.push({ ...own, used: checkout.characters, unit });
  if (speech !== undefined) {
    const limit = speechToTextMillisecondsLimit;
    measures.push({ name: 'speech to text', used: speech, limit, unit: 'milliseconds' });
    const used = Math.round((checkout?.minutes ?? 0) * 60_000);
    if (used > 0) measures.push({ ...own, used, unit: 'milliseconds' });
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

function keyMeasures({ label, isActive, limit, used, ...speech }: KeyUsage): readonly Measure[] {
  const name = oneLine(isActive ? label : `${label} (deactivated)`, 60);
  const { minutes = 0, minuteLimit = null } = speech;
  return [
    { name, used, limit: limit ?? undefined, unit: 'characters' },
    ...(minutes === 0 && minuteLimit === null
      ? []
      : [
          {
            name: `${name}, speech`,
            used: minutes,
            limit: minuteLimit ?? undefined,
            unit: 'minutes',
          },
        ]),
  ];
}

/** What the account, the key and this checkout cost, side by side. */
function costs({ account, key, checkout }: SpentByAll): readonly Measure[] {
  const whose = { 'all of the account': account, 'this key': key, 'this checkout': checkout };
  return Object.entries(whose).flatMap(([name, spent]) => {
    if (spent?.money === undefined) return [];
    const { amount: used, currency } = spent.money;
    return [{ name, used, limit: undefined, unit: currency, text: moneyText(spent.money) }];
  });
}

/** A bar shows the share of a limit or, without one, of the largest amount in the list. */
function barLines(measures: readonly Measure[], { colors }: Style): readonly string[] {
  const names = Math.max(...measures.map(({ name }) => name.length));
  return measures.map(({ name, used, limit, unit, text }) => {
    const same = measures.filter((other) => other.unit === unit);
    const largest = Math.max(...same.map((other) => other.used), Number.MIN_VALUE);
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
    return `  ${name.padEnd(names)}  ${shown}  ${text ?? formatNumber(used) + of}`;
  });
}

/** What runs were billed for, together. */
export function sumOf(runs: readonly ShownRun[]): Pick<Report, 'characters' | 'minutes'> {
  let [characters, hundredths] = [0, 0];
  for (const run of runs) {
    characters += run.characters;
    hundredths += Math.round((run.minutes ?? 0) * 100);
  }
  return { characters, ...(hundredths > 0 && { minutes: hundredths / 100 }) };
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
  )}, ${billedAmount(sumOf(runs))}`;
  const rows = shown.map(({ time, command, locales, requests, texts, ...billed }) => [
    `  ${oneLine(time.slice(0, 16), 16).replace('T', ' ')}  ${oneLine(command, 20)}`,
    amount(requests, 'request'),
    amount(texts, 'text'),
    billedAmount(billed),
    oneLine(locales.join(','), 60),
  ]);
  const more = runs.length - shown.length;
  const left = more > 0 ? [`  ${amount(more, 'earlier run')}: --verbose lists all`] : [];
  return `\n${[head, ...left, ...table(rows)].join('\n')}\n`;
}
