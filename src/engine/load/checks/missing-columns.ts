import { baseLanguage, glossaryLanguages, serviceLanguage } from '../../../facts/index.js';
import type { ResolvedConfig } from '../../../config/index.js';
import type { Problem } from '../../../model/index.js';
import type { GlossaryFile } from '../glossary-file.js';

/**
 * Warnings for glossary files that lack columns for their targets, one per file. A language's
 * column also serves its variants; an empty column means that there are no terms. Variants of the
 * source, and languages without glossaries on the service, need no column.
 */
export function missingColumns(
  { languages, ...places }: Pick<ResolvedConfig, 'catalogs' | 'documents' | 'languages'>,
  glossaries: ReadonlyMap<string, Pick<GlossaryFile, 'path' | 'source' | 'languages'>>,
): readonly Problem[] {
  return [...glossaries.values()].flatMap((file): readonly Problem[] => {
    const missing = targetsOf(file.path, places).filter((target) => {
      const language = baseLanguage(serviceLanguage(target, languages));
      const isPossible = language !== file.source && glossaryLanguages.has(language);
      return isPossible && !file.languages.has(language);
    });
    if (missing.length === 0) return [];
    const [columns, these] = missing.length === 1 ? ['a column', 'it'] : ['columns', 'them'];
    const message = `The glossary has no column for ${missing.join(', ')}, so no terms are used there. Add ${columns} (empty if there are no terms), or set the glossary under \`translate.targets\`, leaving ${these} out`;
    return [{ code: 'glossary-column', severity: 'warning', message, file: file.path, line: 1 }];
  });
}

/** Targets whose options use a glossary. */
function targetsOf(
  path: string,
  { catalogs, documents = [] }: Pick<ResolvedConfig, 'catalogs' | 'documents'>,
): readonly string[] {
  const optionsOfAll = [
    ...catalogs.map(({ translate }) => translate),
    ...documents.map(({ options }) => options),
  ];
  const targets = optionsOfAll.flatMap((options) =>
    Object.entries(options).flatMap(([target, { glossary }]) => (glossary === path ? target : [])),
  );
  return [...new Set(targets)];
}
