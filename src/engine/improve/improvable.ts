import { languageTag } from '../../facts/index.js';
import type { ResolvedConfig } from '../../config/index.js';
import { isVacant } from '../../model/index.js';
import type { Unit } from '../../model/index.js';
import { findingHash, IMPROVE_RULE, settledId, unitHash } from '../../lock/index.js';
import type { SettledFinding } from '../../lock/index.js';
import { isCode } from '../../text/index.js';
import type { MessageContext } from '../../text/index.js';
import type { NamedSource } from '../load/index.js';
import { keyMatcher } from '../units/key-glob.js';

/** A source text that Write may improve. */
export interface Improvable {
  readonly file: NamedSource;
  readonly unit: Unit;
  readonly message: MessageContext;
  /** The finding that the lock records if its suggestion is dismissed. */
  readonly dismissal: SettledFinding;
}

export interface ImprovableOptions {
  readonly config: ResolvedConfig;
  /** Globs of keys. Default: all. */
  readonly keys: readonly string[] | undefined;
  /** `settledId` of dismissed suggestions. */
  readonly dismissed: ReadonlySet<string>;
}

/**
 * Texts of source files that people wrote in the source language. Leaves out texts whose suggestion
 * was dismissed, until they change.
 */
export function improvableIn(
  sources: readonly NamedSource[],
  { config, keys, dismissed }: ImprovableOptions,
): readonly Improvable[] {
  const language = languageTag(config.source);
  const isMeant = keys === undefined ? () => true : keyMatcher(keys);
  return sources.flatMap((file) => {
    const { isTemplate, capabilities, document, syntax, exceptions, catalog } = file;
    // There the text is the key: changing it would make a new key.
    if (capabilities.keysAreTexts === true || isTemplate === true) return [];
    const isCopied = keyMatcher(catalog.excludedKeys);
    return document.units.flatMap((unit): Improvable[] => {
      if (unit.kind !== 'text' || isVacant(unit) || unit.translate === false) return [];
      if (unit.text.trim() === '' || isCopied(unit.key) || !isMeant(unit.key)) return [];
      const { key, text, inline, maxLength } = unit;
      if (isCode(key, text, exceptions.get(unit) ?? syntax)) return [];
      const dismissal = {
        unit: unitHash(file.path, key),
        rule: IMPROVE_RULE,
        locale: config.source,
        hash: findingHash(IMPROVE_RULE, text, ''),
      };
      if (dismissed.has(settledId(dismissal))) return [];
      const message: MessageContext = {
        syntax: exceptions.get(unit) ?? syntax,
        source: language,
        target: language,
        ...(inline === undefined ? {} : { inline }),
        ...(maxLength === undefined ? {} : { maxLength }),
        ...(config.custom === undefined ? {} : { custom: config.custom }),
      };
      return [{ file, unit, message, dismissal }];
    });
  });
}
