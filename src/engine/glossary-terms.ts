import { TermTable } from '../text/index.js';
import type { TermsOf } from './segments/answer-checks.js';
import { glossaryRequests, needsService } from './compared.js';
import type { Compared } from './compared.js';
import type { RunContext } from './session/index.js';
import type { RequestOptions } from '../model/index.js';
import type { UnitOptions } from './units/options.js';
import { namesKey } from './units/request-names.js';

/**
 * The glossary terms to check answers for. Their entries were fetched when the versions were
 * resolved, so this sends no request; if they are missing, terms are not checked. Undefined: no
 * glossary has terms.
 */
export async function glossaryTerms(
  compared: Compared,
  run: RunContext,
): Promise<TermsOf | undefined> {
  const files = compared.locales.flatMap((one) => one.files);
  if (files.every(({ rules }) => rules.terms === 'off')) return undefined;
  if (!needsService(compared)) return undefined;
  const tables = new Map<string, TermTable>();
  for (const request of glossaryRequests(compared)) {
    const key = namesKey(request);
    if (tables.has(key)) continue;
    const own = ownTerms(request, compared);
    if (own !== undefined) {
      tables.set(key, new TermTable(own));
      continue;
    }
    try {
      const translator = await run.open();
      tables.set(key, new TermTable((await translator.terms?.(request, run.signal)) ?? []));
    } catch {
      // If something is wrong with the glossary, the requests that use it report that.
    }
  }
  if (tables.size === 0) return undefined;
  const known = new Map<UnitOptions, TermTable | undefined>();
  return (options) => {
    if (!known.has(options)) known.set(options, tables.get(namesKey(options.request)));
    return known.get(options);
  };
}

/** Terms of a glossary file. */
function ownTerms(
  { glossary, target }: RequestOptions,
  { loaded }: Compared,
): ReadonlyMap<string, string> | undefined {
  const file = glossary === undefined ? undefined : loaded.resources.glossaries.get(glossary);
  return file?.dictionaryOf(target)?.terms;
}
