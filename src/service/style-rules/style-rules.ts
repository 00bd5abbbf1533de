import { randomUUID } from 'node:crypto';
import {
  baseLanguage,
  canonicalCode,
  configuredRulesError,
  findTarget,
  hasStyleRules,
  limits,
  type ConfiguredRules,
} from '../../api/index.js';
import type { ServiceContext } from '../context.js';
import { badRequest, notFound } from '../errors.js';
import type { Collection } from '../store/store.js';

export interface Instruction {
  readonly id: string;
  readonly label: string;
  readonly prompt: string;
  readonly source_language: string;
}

export interface InstructionInput {
  readonly label: string;
  readonly prompt: string;
  readonly source_language?: string | undefined;
}

export interface StyleRuleList {
  readonly style_id: string;
  readonly name: string;
  readonly creation_time: string;
  readonly updated_time: string;
  readonly language: string;
  readonly version: number;
  readonly configured_rules: ConfiguredRules;
  readonly custom_instructions: readonly Instruction[];
}

export interface StyleRuleInput {
  readonly name: string;
  readonly language: string;
  readonly configured_rules?: ConfiguredRules | undefined;
  readonly custom_instructions?: readonly InstructionInput[] | undefined;
}

export interface StyleRules {
  create(input: StyleRuleInput): StyleRuleList;
  page(page: number, size: number): readonly StyleRuleList[];
  /** @throws ServiceError 404 */
  get(id: string): StyleRuleList;
  find(id: string): StyleRuleList | undefined;
  rename(id: string, name: string): StyleRuleList;
  configure(id: string, rules: ConfiguredRules): StyleRuleList;
  delete(id: string): void;
  addInstruction(id: string, input: InstructionInput): Instruction;
  instruction(id: string, instructionId: string): Instruction;
  replaceInstruction(id: string, instructionId: string, input: InstructionInput): Instruction;
  deleteInstruction(id: string, instructionId: string): void;
}

function checkRules(rules: ConfiguredRules): ConfiguredRules {
  const error = configuredRulesError(rules);
  if (error !== undefined) throw badRequest(error);
  return rules;
}

function sourceLanguage(code: string | undefined, fallback: string): string {
  if (code === undefined) return fallback;
  if (findTarget(code) === undefined) {
    throw badRequest(`Value for 'source_language' not supported: '${code}'`);
  }
  return canonicalCode(code);
}

function makeInstruction(input: InstructionInput, language: string, id: string): Instruction {
  const { label, prompt } = input;
  return { id, label, prompt, source_language: sourceLanguage(input.source_language, language) };
}

function styleLanguage(code: string): string {
  const language = baseLanguage(code);
  if (!hasStyleRules(code) || code.toLowerCase() !== language) {
    throw badRequest(`Value for 'language' not supported: '${code}'`);
  }
  return language;
}

/** interface.md 2.1, 2.2 and 4.4 */
export function createStyleRules({
  store,
  clock,
}: Pick<ServiceContext, 'store' | 'clock'>): StyleRules {
  const lists: Collection<StyleRuleList> = store.collection('style_rules');

  const find = (id: string) => lists.get(id.toLowerCase());
  function get(id: string): StyleRuleList {
    const list = find(id);
    if (list === undefined) throw notFound('Style rule list not found');
    return list;
  }

  function change(list: StyleRuleList, changes: Partial<StyleRuleList>): StyleRuleList {
    const updated_time = clock().toISOString();
    const changed = { ...list, ...changes, updated_time, version: list.version + 1 };
    lists.set(list.style_id, changed);
    return changed;
  }

  function instruction(list: StyleRuleList, instructionId: string): Instruction {
    const wanted = instructionId.toLowerCase();
    const found = list.custom_instructions.find(({ id }) => id === wanted);
    if (found === undefined) throw notFound('Custom instruction not found');
    return found;
  }

  return {
    create: ({ name, language: code, configured_rules = {}, custom_instructions = [] }) => {
      const language = styleLanguage(code);
      const now = clock().toISOString();
      const list = {
        style_id: randomUUID(),
        name,
        creation_time: now,
        updated_time: now,
        language,
        version: 1,
        configured_rules: checkRules(configured_rules),
        custom_instructions: custom_instructions.map((input) =>
          makeInstruction(input, language, randomUUID()),
        ),
      };
      lists.set(list.style_id, list);
      return list;
    },
    page: (page, size) => [...lists.values()].slice(page * size, (page + 1) * size),
    get,
    find,
    rename: (id, name) => change(get(id), { name }),
    configure: (id, rules) => change(get(id), { configured_rules: checkRules(rules) }),
    delete: (id) => void lists.delete(get(id).style_id),
    addInstruction: (id, input) => {
      const list = get(id);
      if (list.custom_instructions.length >= limits.styleRules.instructions) {
        throw badRequest(
          `No more than ${limits.styleRules.instructions} custom_instructions in a list`,
        );
      }
      const added = makeInstruction(input, list.language, randomUUID());
      change(list, { custom_instructions: [...list.custom_instructions, added] });
      return added;
    },
    instruction: (id, instructionId) => instruction(get(id), instructionId),
    replaceInstruction: (id, instructionId, input) => {
      const list = get(id);
      const old = instruction(list, instructionId);
      const replaced = makeInstruction(input, list.language, old.id);
      change(list, {
        custom_instructions: list.custom_instructions.map((each) =>
          each === old ? replaced : each,
        ),
      });
      return replaced;
    },
    deleteInstruction: (id, instructionId) => {
      const list = get(id);
      const old = instruction(list, instructionId);
      change(list, {
        custom_instructions: list.custom_instructions.filter((each) => each !== old),
      });
    },
  };
}
