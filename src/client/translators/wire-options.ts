import type { TranslateTextOptions } from '../text.js';
import type { RequestOptions } from '../../model/index.js';

/**
 * Options of the config as parameters of the service. Glossary, style and memory must already be
 * ids.
 */
export function wireOptions(options: RequestOptions): TranslateTextOptions {
  const { context, instructions = [], ignoreTags = [] } = options;
  return {
    targetLang: options.target,
    sourceLang: options.source,
    context: context === '' ? undefined : context,
    modelType: options.model,
    formality: options.formality,
    glossaryId: options.glossary,
    styleId: options.style,
    translationMemoryId: options.memory,
    // Without a memory there is nothing to match.
    translationMemoryThreshold: options.memory === undefined ? undefined : options.memory_threshold,
    customInstructions: instructions.length === 0 ? undefined : instructions,
    preserveFormatting: options.preserveFormatting,
    tagHandling: options.tagHandling,
    ignoreTags: ignoreTags.length === 0 ? undefined : ignoreTags,
    showBilledCharacters: true,
  };
}
