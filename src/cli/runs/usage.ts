import { join } from 'node:path';
import { createClient, ServiceError } from '../../client/index.js';
import type { Client, Usage } from '../../client/index.js';
import { runsText, usageText, makeStyle } from '../../people/index.js';
import type { KeyUsage } from '../../people/index.js';
import { jsonText } from '../../model/index.js';
import { readRuns } from '../../state/index.js';
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
      const keys = connection.hasAdminKey ? await keyUsages(client, usage, io.signal) : undefined;
      const { config } = connection;
      const runs = config === undefined ? [] : readRuns(join(config.root, STATE_FOLDER));
      if (flags.json === true) {
        io.stdout(`${jsonText({ ok: true, usage, keys: keys ?? [], runs, error: null })}\n`);
        return EXIT.ok;
      }
      const style = makeStyle(io.page);
      io.stdout(usageText({ usage, keys: keys ?? [] }, style));
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
      return { label, isActive: !isDeactivated, limit: usageLimits.characters, used };
    });
  } catch (error) {
    // Only some accounts have it; the rest of the result is valid without it.
    if (error instanceof ServiceError && ['forbidden', 'not-found'].includes(error.code)) {
      return undefined;
    }
    throw error;
  }
}
