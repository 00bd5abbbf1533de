import { join } from 'node:path';
import { createClient, ServiceError } from '../../client/index.js';
import type { Client, Usage } from '../../client/index.js';
import { withMoney } from '../../engine/index.js';
import { runsText, sumOf, usageText, makeStyle } from '../../people/index.js';
import type { KeyUsage, SpentByAll } from '../../people/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { defined, jsonText } from '../../model/index.js';
import { readRuns } from '../../state/index.js';
import type { PastRun } from '../../state/index.js';
import { STATE_FOLDER } from '../../lock/index.js';
import { EXIT } from '../exit-code.js';
import type { CommonFlags } from '../flags.js';
import type { Io } from '../io.js';
import { openConnection } from './connection.js';
import type { Connection } from './connection.js';
import { printServiceFailure } from './service-failure.js';

/** Number of runs listed without --verbose. */
const SHOWN = 10;

/** `usage`. Returns the exit code. */
export async function runUsage(io: Io, flags: CommonFlags): Promise<number> {
  let connection: Connection | undefined;
  try {
    connection = await openConnection(io, flags);
    const client = createClient(connection.options);
    try {
      const usage = await client.usage.get({ signal: io.signal });
      const keys =
        connection.options.adminKey !== undefined
          ? await keyUsages(client, usage, io.signal)
          : undefined;
      const { config } = connection;
      const runs = config === undefined ? [] : readRuns(join(config.root, STATE_FOLDER));
      const spent = config === undefined ? undefined : spentByAll(usage, runs, config);
      if (flags.json === true) {
        const answer = {
          ok: true,
          usage,
          keys: keys ?? [],
          runs,
          ...defined({ spent }),
          error: null,
        };
        io.stdout(`${jsonText(answer)}\n`);
        return EXIT.ok;
      }
      const style = makeStyle(io.page);
      io.stdout(usageText({ usage, keys: keys ?? [], spent }, style));
      if (flags.quiet !== true) {
        const shown = flags.verbose === true ? runs : runs.slice(-SHOWN);
        io.stdout(runsText(runs, shown));
      }
      return EXIT.ok;
    } finally {
      await client.close();
    }
  } catch (error) {
    return printServiceFailure(io, error, { flags, sources: connection?.sources });
  } finally {
    await connection?.close();
  }
}

/** What account, key and checkout spent in the service's period, at the prices of the config. */
function spentByAll(usage: Usage, runs: readonly PastRun[], config: ResolvedConfig): SpentByAll {
  const { startTime, characterCount, apiKeyCharacterCount, products = [] } = usage;
  const from = startTime ?? `${new Date().toISOString().slice(0, 8)}01`;
  const { speechToTextMillisecondsCount: speech = 0 } = usage;
  const product = products.find(({ productType }) => productType === 'speechToText');
  const amounts = (characters: number, milliseconds: number) =>
    withMoney({ characters, ...(milliseconds > 0 && { minutes: milliseconds / 60_000 }) }, config);
  return {
    account: amounts(characterCount, speech),
    ...(apiKeyCharacterCount !== undefined && {
      key: amounts(apiKeyCharacterCount, product?.apiKeyUnitCount ?? 0),
    }),
    checkout: withMoney(sumOf(runs.filter(({ time }) => time >= from)), config),
  };
}

/** What each key used in the period. Undefined if the account has no Admin API. */
async function keyUsages(
  client: Client,
  { startTime, endTime }: Usage,
  signal: AbortSignal,
): Promise<readonly KeyUsage[] | undefined> {
  try {
    const keys = await client.admin.listKeys({ signal });
    const now = new Date().toISOString();
    const end = endTime !== undefined && endTime < now ? endTime : now;
    const { keyUsages = [] } = await client.admin.analytics(
      {
        startDate: (startTime ?? `${now.slice(0, 8)}01`).slice(0, 10),
        endDate: end.slice(0, 10),
        groupBy: 'key',
      },
      { signal },
    );
    return keys.map(({ label, isDeactivated, usageLimits }) => {
      // By label, the only field that both lists share.
      const own = keyUsages.filter(({ apiKeyLabel }) => apiKeyLabel === label);
      const used = own.reduce((sum, { usage }) => sum + usage.totalCharacters, 0);
      const minutes = own.reduce((sum, { usage }) => sum + (usage.speechToTextMinutes ?? 0), 0);
      const { characters: limit, speechToTextMilliseconds: speech = null } = usageLimits;
      const minuteLimit = speech === null ? null : speech / 60_000;
      return { label, isActive: !isDeactivated, limit, used, minutes, minuteLimit };
    });
  } catch (error) {
    // Only some accounts have it; the rest of the result is valid without it.
    if (error instanceof ServiceError && ['forbidden', 'not-found'].includes(error.code)) {
      return undefined;
    }
    throw error;
  }
}
