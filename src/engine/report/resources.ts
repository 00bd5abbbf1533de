import type { ResolvedConfig } from '../../config/index.js';
import { sourceLanguageOf } from '../load/index.js';
import type { Report, ResourceNews } from '../../model/index.js';

export interface PartNews extends ResourceNews {
  readonly language: string;
}

/** Changes in the service's copy of a file. */
export interface FileNews {
  readonly file: {
    readonly kind: 'glossary' | 'style';
    readonly path: string;
    readonly name: string;
  };
  readonly parts: readonly PartNews[];
}

/** Adds changes of the service's glossaries and styles, if there are any. */
export function withResources(
  report: Report,
  news: readonly FileNews[],
  config: ResolvedConfig,
): Report {
  const source = sourceLanguageOf(config);
  const glossaries = news.flatMap(({ file, parts }) =>
    file.kind === 'style'
      ? []
      : [
          {
            file: file.path,
            name: file.name,
            pairs: parts.map(({ language, ...rest }) => ({ source, target: language, ...rest })),
          },
        ],
  );
  const styles = news.flatMap(({ file, parts }) =>
    file.kind === 'glossary' ? [] : [{ file: file.path, name: file.name, languages: parts }],
  );
  return {
    ...report,
    ...(glossaries.length > 0 && { glossaries }),
    ...(styles.length > 0 && { styles }),
  };
}
