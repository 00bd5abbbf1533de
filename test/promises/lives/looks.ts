import { createEngine, recall } from '../../../src/index.js';
import type { loadConfig, Report } from '../../../src/index.js';
import { createReviewer } from '../../../src/engine/reviewer.js';
import { LIBRARY_WORDS } from '../../../src/library-words.js';
import { explain } from '../../../src/model/index.js';

type Config = Awaited<ReturnType<typeof loadConfig>>;
type Environment = Readonly<Record<string, string>>;

/**
 * What each command that looks says of a project, and the review page, in what must not depend on
 * local state.
 */
export async function looksAt(config: Config, env: Environment): Promise<object> {
  const engine = createEngine(config);
  const where = { cwd: config.root, env, isLook: true };
  const remembered = recall(where);
  const checked = remembered?.report ?? (await engine.check());
  const plan = await engine.plan();
  const reviewer = createReviewer(config, {
    explain: (error) => explain(error, LIBRARY_WORDS),
  });
  const { rows, problems } = await reviewer.look();
  await reviewer.close();
  return {
    check: judgementOf(checked),
    status: judgementOf(remembered?.report ?? (await engine.status())),
    plan: judgementOf(plan.report),
    items: plan.items
      .filter(({ action }) => action !== 'propose')
      .map(({ file, locale, key, status, action }) => [
        file,
        locale,
        key,
        status,
        action === 'reuse' ? 'translate' : action,
      ]),
    review: { status: rows.status, person: rows.person, problems },
  };
}

/**
 * Without proposals and reuse, which come from the memory, and without numbers that a new cue of
 * subtitles shares with another: what a run wrote is read by the next one that reads the file.
 */
function judgementOf({ ok, locales, settled, removed, problems }: Report): object {
  const counts = Object.entries(locales).map(
    ([locale, own]) => [locale, { ...own, translated: 0 }] as const,
  );
  const own = problems.filter(({ code }) => code !== 'duplicate-id');
  const said = own.map((one) => ({ ...one, message: one.message.split(' Proposal:')[0] }));
  return { ok, settled, removed, locales: new Map(counts), problems: said };
}
