import { baseLanguage } from '../api/facts/language-codes.js';
import type { TextClient } from '../client/text-client.js';
import type { ListedStyleRuleList } from '../client/style-rules.js';
import type { StoredStyle, StyleContent, StyleInstruction, StyleStore } from '../model/index.js';
import { toTranslatorError } from './errors.js';
import type { SettingSources } from './errors.js';

/** The service's style rule lists behind the engine's port. */
export function createStyleStore(
  { styleRules }: Pick<TextClient, 'styleRules'>,
  sources: SettingSources,
  use: StyleStore['use'],
): StyleStore {
  const asked = async <T>(answer: Promise<T>): Promise<T> => {
    try {
      return await answer;
    } catch (error) {
      throw toTranslatorError(error, sources);
    }
  };
  const all = async (signal: AbortSignal): Promise<readonly StoredStyle[]> => {
    const found: StoredStyle[] = [];
    for await (const list of styleRules.all({ detailed: true }, { signal })) {
      found.push(storedStyle(list));
    }
    return found;
  };
  return {
    list: (signal) => asked(all(signal)),
    create: async (name, { language, rules, instructions }, signal) => {
      const input = {
        name,
        language,
        configuredRules: wireRules(rules),
        customInstructions: instructions.map(wireInstruction),
      };
      return (await asked(styleRules.create(input, { signal }))).styleId;
    },
    setRules: async (id, rules, signal) => {
      await asked(styleRules.replaceConfiguredRules(id, wireRules(rules), { signal }));
    },
    addInstruction: async (id, instruction, signal) => {
      await asked(styleRules.addInstruction(id, wireInstruction(instruction), { signal }));
    },
    replaceInstruction: async (styleId, { id, ...instruction }, signal) => {
      const ids = { styleId, instructionId: id };
      const body = wireInstruction(instruction);
      await asked(styleRules.replaceInstruction(ids, body, { signal }));
    },
    removeInstruction: (id, instruction, signal) =>
      asked(styleRules.deleteInstruction(id, instruction, { signal })),
    remove: (id, signal) => asked(styleRules.delete(id, { signal })),
    use,
  };
}

function storedStyle(list: ListedStyleRuleList): StoredStyle {
  const { styleId, name, language, configuredRules = {}, customInstructions = [] } = list;
  const rules = new Map(
    Object.entries(configuredRules).flatMap(([category, chosen]) =>
      Object.entries(chosen).map(([rule, option]) => [`${category}.${rule}`, option] as const),
    ),
  );
  const instructions = customInstructions.map(({ id, label, prompt, sourceLanguage }) => ({
    id,
    label,
    prompt,
    ...(typeof sourceLanguage === 'string' && { sourceLanguage: baseLanguage(sourceLanguage) }),
  }));
  const created = list.creationTime ?? '';
  return { id: styleId, name, language: baseLanguage(language), created, rules, instructions };
}

function wireRules(rules: StyleContent['rules']): Record<string, Record<string, string>> {
  const categories: Record<string, Record<string, string>> = {};
  for (const [name, option] of rules) {
    const dot = name.indexOf('.');
    (categories[name.slice(0, dot)] ??= {})[name.slice(dot + 1)] = option;
  }
  return categories;
}

function wireInstruction({ label, prompt, sourceLanguage }: StyleInstruction) {
  return { label, prompt, ...(sourceLanguage !== undefined && { sourceLanguage }) };
}
