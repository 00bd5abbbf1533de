import type { ResolvedConfig } from '../../config/index.js';
import { isGlossaryFile, isStyleFile } from '../../model/index.js';
import type { GlossaryFile } from './glossary-file.js';
import type { StyleFile } from './style-file.js';

/** Glossary and style files of a config, by path. */
export interface ResourceFiles {
  readonly glossaries: ReadonlyMap<string, GlossaryFile>;
  readonly styles: ReadonlyMap<string, StyleFile>;
}

export const NO_RESOURCES: ResourceFiles = { glossaries: new Map(), styles: new Map() };

type OptionsByTarget = Readonly<
  Record<string, { readonly glossary?: string; readonly style?: string }>
>;

/**
 * Reads the config's glossary and style files. The code that does so is loaded only if there are
 * any.
 * @throws EngineError 'glossary-invalid', 'style-invalid'
 */
export async function readResources(config: ResolvedConfig): Promise<ResourceFiles> {
  const glossaries = new Map<string, GlossaryFile>();
  const styles = new Map<string, StyleFile>();
  const options: readonly OptionsByTarget[] = [
    ...config.catalogs.map(({ translate }) => translate),
    ...(config.documents ?? []).map((documents) => documents.options),
  ];
  for (const ofTargets of options) {
    for (const { glossary, style } of Object.values(ofTargets)) {
      if (isGlossaryFile(glossary) && !glossaries.has(glossary)) {
        const { readGlossaryFile } = await import('./resource-files.js');
        glossaries.set(glossary, await readGlossaryFile(glossary, config));
      }
      if (isStyleFile(style) && !styles.has(style)) {
        const { readStyleFile } = await import('./resource-files.js');
        styles.set(style, readStyleFile(style, config));
      }
    }
  }
  return glossaries.size + styles.size === 0 ? NO_RESOURCES : { glossaries, styles };
}

/** Changes if any of the files changes. */
export function versionsOf({ glossaries, styles }: ResourceFiles): string {
  return [...glossaries.values(), ...styles.values()].map(({ version }) => version).join();
}
