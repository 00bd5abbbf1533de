import type { ResolvedConfig } from '../config/index.js';
import type { Report } from '../model/index.js';
import { EngineError } from './errors.js';

/** What a run would be billed for. */
export interface Billed {
  readonly characters: number;
  /** Of speech. */
  readonly minutes?: number;
  /** New documents and recordings. */
  readonly jobs?: Report['jobs'];
}

type Budget = Pick<ResolvedConfig, 'limits' | 'prices'>;
type Prices = ResolvedConfig['prices'];

/** What a run costs at the prices of the config; undefined if they do not say it. */
export function moneyOf(
  { characters, minutes = 0 }: Pick<Billed, 'characters' | 'minutes'>,
  { prices = {} }: Pick<Budget, 'prices'>,
): Report['money'] {
  const { characters: million, minutes: minute, currency = '' } = prices;
  if (million === undefined && minute === undefined) return undefined;
  // An amount without what is billed otherwise would be too small.
  const isKnown =
    (million !== undefined || characters === 0) && (minute !== undefined || minutes === 0);
  if (!isKnown) return undefined;
  const amount = exactly(characters, minutes, prices);
  return { amount: Math.round(amount * 10_000) / 10_000, currency };
}

/** What is paid, not rounded as for people. */
function exactly(characters: number, minutes: number, prices: Prices = {}): number {
  return (characters * (prices.characters ?? 0)) / 1_000_000 + minutes * (prices.minutes ?? 0);
}

/** Amounts with what they cost. */
export function withMoney<Amounts extends Billed>(
  report: Amounts,
  config: Pick<Budget, 'prices'>,
): Amounts & Pick<Report, 'money'> {
  const { characters, minutes = 0, jobs } = report;
  const money = characters + minutes === 0 ? undefined : moneyOf(report, config);
  // A recording of unknown length costs something too.
  return money === undefined || jobs?.unmeasured !== undefined ? report : { ...report, money };
}

/** The most characters that may be billed besides what is billed anyway. */
export function charactersLeft(config: Budget, { characters, minutes = 0 }: Billed): number {
  const { limits, prices = {} } = config;
  const left = (limits.characters ?? Infinity) - characters;
  const million = prices.characters ?? 0;
  if (limits.money === undefined || million === 0) return left;
  const money = limits.money - minutes * (prices.minutes ?? 0);
  return Math.min(left, Math.floor((money * 1_000_000) / million + 1e-6) - characters);
}

/**
 * Why a run would exceed a limit, as a sentence; undefined if it would not. The cost of some
 * documents is only known afterwards, so a limit of 0, which forbids every bill, forbids them too.
 */
export function overLimit(billed: Billed, config: Budget): string | undefined {
  const { characters, minutes = 0, jobs } = billed;
  const { limits, prices } = config;
  const { documents = 0, recordings = 0, unmeasured = 0 } = jobs ?? {};
  const { amount = 0, currency = '' } = moneyOf(billed, config) ?? {};
  // Floating point adds less than this.
  const cost = exactly(characters, minutes, prices) - 1e-9;
  const spent = [
    [characters, limits.characters, `be billed for ${characters} characters`],
    [minutes, limits.minutes, `be billed for ${minutes} minutes of speech`],
    [cost, limits.money, `cost ${`${amount} ${currency}`.trim()}`],
  ] as const;
  for (const [sum, limit, what] of spent) {
    if (limit === undefined || sum <= limit) continue;
    return `This run would ${what}, but the limit is ${limit}.`;
  }
  const counted = (count: number, noun: string): string[] =>
    count > 0 ? [`${count} ${noun}${count === 1 ? '' : 's'}`] : [];
  const jobsText = [...counted(documents, 'document'), ...counted(recordings, 'recording')];
  if (jobsText.length > 0 && (limits.characters === 0 || limits.money === 0)) {
    return `This run would send ${jobsText.join(' and ')}, but with a limit of 0 nothing is sent that is billed, also not by the minute.`;
  }
  if (unmeasured > 0 && (limits.minutes !== undefined || limits.money !== undefined)) {
    return `This run would send ${counted(unmeasured, 'recording').join('')} whose files do not say how long they are, so their cost cannot be compared with the limit.`;
  }
  return undefined;
}

/**
 * Checks a run before its first request.
 * @throws EngineError 'limit-exceeded'
 */
export function checkLimit(billed: Billed, config: Budget): void {
  const why = overLimit(billed, config);
  if (why === undefined) return;
  throw new EngineError('limit-exceeded', `${why} Nothing was sent.`, { code: 'raise-limit' });
}

/** The error of a run that may not ask again for texts whose answers failed the checks. */
export function limitReached(characters: number): EngineError {
  const message = `The limit is reached: asking again for texts whose answers failed the checks would be billed for ${characters} more characters. They were not sent again.`;
  return new EngineError('limit-exceeded', message, { code: 'raise-limit' });
}

/** The error of a run whose documents cost more than the minimum that was known before. */
export function documentsStopped(why: string): EngineError {
  const message = `${why} The documents sent so far cost more than their minimum, so the next one was not sent.`;
  return new EngineError('limit-exceeded', message, { code: 'raise-limit' });
}
