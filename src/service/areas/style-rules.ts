import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import {
  baseLanguage,
  canonicalCode,
  configuredRulesError,
  findTarget,
  hasStyleRules,
  limits,
} from '../../facts/index.js';
import type { ConfiguredRules, customInstructionInput } from '../../api/index.js';
import type { ServiceContext } from '../context.js';
import { badRequest, notFound } from '../errors.js';
import type { AreaRoutes } from '../http/routes.js';
import type { Collection, Store } from '../store/store.js';

interface Instruction {
  readonly id: string;
  readonly label: string;
  readonly prompt: string;
  readonly source_language: string;
}

/** docs/interface.md 2.1 */
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

/** The lists by id, which is in lower case. */
export const styleRulesIn = (store: Store): Collection<StyleRuleList> =>
  store.collection('style_rules');

function summary(list: StyleRuleList) {
  const { style_id, name, creation_time, updated_time, language, version } = list;
  return { style_id, name, creation_time, updated_time, language, version };
}

function full(list: StyleRuleList) {
  return { ...list, custom_instructions: [...list.custom_instructions] };
}

/**
 * Checks the rules as sent, because the validated copy lacks `__proto__`, which must be refused
 * like any unknown name.
 * @throws ServiceError 400
 */
function refuseUnknownRules(sent: unknown): void {
  const error = configuredRulesError(sent as ConfiguredRules);
  if (error !== undefined) throw badRequest(error);
}

function instructionOf(
  { label, prompt, source_language: code }: z.output<typeof customInstructionInput>,
  language: string,
  id: string = randomUUID(),
): Instruction {
  if (code !== undefined && findTarget(code) === undefined) {
    throw badRequest(`Value for 'source_language' not supported: '${code}'`);
  }
  return {
    id,
    label,
    prompt,
    source_language: code === undefined ? language : canonicalCode(code),
  };
}

/** docs/interface.md 2.2 and 4.4 */
export function styleRuleRoutes({ store, clock }: ServiceContext): AreaRoutes {
  const lists = styleRulesIn(store);

  function get(id: string): StyleRuleList {
    const list = lists.get(id.toLowerCase());
    if (list === undefined) throw notFound('Style rule list not found');
    return list;
  }

  function change(list: StyleRuleList, changes: Partial<StyleRuleList>) {
    const updated_time = clock().toISOString();
    const changed = { ...list, ...changes, updated_time, version: list.version + 1 };
    lists.set(list.style_id, changed);
    return full(changed);
  }

  function find({ style_id, instruction_id }: Readonly<Record<string, string>>) {
    const list = get(style_id ?? '');
    const wanted = instruction_id?.toLowerCase();
    const found = list.custom_instructions.find(({ id }) => id === wanted);
    if (found === undefined) throw notFound('Custom instruction not found');
    return { list, found };
  }

  return {
    handlers: {
      createStyleRuleList: ({ body, request }) => {
        const { configured_rules: sent = {} } = request.body as typeof body;
        refuseUnknownRules(sent);
        const language = baseLanguage(body.language);
        if (!hasStyleRules(body.language) || body.language.toLowerCase() !== language) {
          throw badRequest(`Value for 'language' not supported: '${body.language}'`);
        }
        const now = clock().toISOString();
        const list: StyleRuleList = {
          style_id: randomUUID(),
          name: body.name,
          creation_time: now,
          updated_time: now,
          language,
          version: 1,
          configured_rules: body.configured_rules ?? {},
          custom_instructions: (body.custom_instructions ?? []).map((input) =>
            instructionOf(input, language),
          ),
        };
        lists.set(list.style_id, list);
        return full(list);
      },
      listStyleRuleLists: ({ query: { page, page_size, detailed } }) => ({
        style_rules: [...lists.values()]
          .slice(page * page_size, (page + 1) * page_size)
          .map((list) => (detailed ? full(list) : summary(list))),
      }),
      getStyleRuleList: ({ params }) => full(get(params.style_id)),
      renameStyleRuleList: ({ params, body }) => change(get(params.style_id), { name: body.name }),
      replaceConfiguredRules: ({ params, body, request }) => {
        refuseUnknownRules(request.body);
        return change(get(params.style_id), { configured_rules: body });
      },
      deleteStyleRuleList: ({ params }) => {
        lists.delete(get(params.style_id).style_id);
        return undefined;
      },
      addCustomInstruction: ({ params, body }) => {
        const list = get(params.style_id);
        const { custom_instructions: known, language } = list;
        if (known.length >= limits.styleRules.instructions) {
          throw badRequest(
            `No more than ${limits.styleRules.instructions} custom_instructions in a list`,
          );
        }
        const added = instructionOf(body, language);
        change(list, { custom_instructions: [...known, added] });
        return added;
      },
      getCustomInstruction: ({ params }) => find(params).found,
      replaceCustomInstruction: ({ params, body }) => {
        const { list, found } = find(params);
        const replaced = instructionOf(body, list.language, found.id);
        const instructions = list.custom_instructions;
        change(list, {
          custom_instructions: instructions.map((each) => (each === found ? replaced : each)),
        });
        return replaced;
      },
      deleteCustomInstruction: ({ params }) => {
        const { list, found } = find(params);
        const left = list.custom_instructions.filter((each) => each !== found);
        change(list, { custom_instructions: left });
        return undefined;
      },
    },
  };
}
