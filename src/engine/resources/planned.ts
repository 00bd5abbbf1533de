import { baseLanguage } from '../../facts/index.js';
import { HeldTerms, isNothing } from '../terms/index.js';
import type { Compared } from '../compared.js';
import type { FileNews, PartNews } from '../report/index.js';
import type { RunContext } from '../session/index.js';
import { isDrifted } from '../units/drift.js';
import type { Row } from '../units/row.js';
import { isRehearsal, knownFiles, newsOf, partsOf, plannedPart, withPushed } from './known.js';
import type { ResourceFile } from './known.js';

/**
 * What a sync would change in the service's glossaries and styles, by the lock.
 * @param priceOf characters that would be billed for translating some units again
 */
export function plannedResources(
  compared: Compared,
  { config, state }: RunContext,
  priceOf: (isMeant: (row: Row) => boolean) => number,
): readonly FileNews[] {
  const { lock, resources } = compared.loaded;
  if (resources.glossaries.size + resources.styles.size === 0) return [];
  const lines = isRehearsal(config) ? '' : withPushed(state, lock.applied);
  return knownFiles(resources, config, lines).flatMap((known) => {
    const { file } = known;
    const { parts } = newsOf(file, partsOf(known).map(plannedPart));
    // Machine texts that were made under changed terms or rules, and what it costs to renew them.
    const priced = parts.map((part) => {
      const isMeant = meant(file, part, compared);
      const drifting = new Set(
        compared.locales.flatMap(({ files }) =>
          files.flatMap(({ rows }) => rows.filter((row) => isDrifted(row) && isMeant(row))),
        ),
      );
      if (drifting.size === 0) return part;
      const characters = priceOf((unit) => drifting.has(unit));
      return { ...part, drifts: { units: drifting.size, characters } };
    });
    return parts.length === 0 ? [] : [{ file, parts: priced }];
  });
}

/** Tests whether a text is translated with the file and with a changed part of it. */
function meant(file: ResourceFile, part: PartNews, { loaded }: Compared): (row: Row) => boolean {
  const isOfLanguage = ({ options }: Row): boolean =>
    baseLanguage(options.request.target) === part.language;
  if (isNothing(part)) return () => false;
  const glossary = loaded.resources.glossaries.get(file.path);
  if (glossary === undefined) {
    return (unit) => unit.options.request.style === file.path && isOfLanguage(unit);
  }
  const names = [...part.added, ...part.changed, ...part.removed];
  const held = new HeldTerms(new Map(names.map((name) => [name, ''])), glossary.stem);
  // If its last term is removed, the glossary is no longer sent.
  const isSent = ({ options }: Row): boolean =>
    options.request.glossary === file.path || !file.parts.has(part.language);
  return (unit) =>
    isOfLanguage(unit) && isSent(unit) && held.in(unit.source.expected.text).length > 0;
}
