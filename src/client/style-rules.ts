import { styleRuleEndpoints as endpoints } from '../api/index.js';
import { limits } from '../facts/index.js';
import type { ConfiguredRules } from '../api/index.js';
import { ServiceError } from './errors.js';
import type { CallOptions } from './options.js';
import { allPages } from './pages.js';
import type { Answer, RequestInput } from './request.js';
import type { Send } from './transport.js';

export type StyleRuleList = Answer<typeof endpoints.getStyleRuleList>;
/** With `detailed`, a list includes its rules and instructions. */
export type ListedStyleRuleList = Answer<typeof endpoints.listStyleRuleLists>['styleRules'][number];
export type CustomInstruction = Answer<typeof endpoints.getCustomInstruction>;
export type NewStyleRuleList = NonNullable<
  RequestInput<typeof endpoints.createStyleRuleList>['body']
>;
export type NewCustomInstruction = NonNullable<
  RequestInput<typeof endpoints.addCustomInstruction>['body']
>;
export type StyleRuleQuery = NonNullable<
  RequestInput<typeof endpoints.listStyleRuleLists>['query']
>;

/** The new instruction, even if a service answers with the whole updated list. */
function addedInstruction(
  answer: Answer<typeof endpoints.addCustomInstruction>,
  sent: NewCustomInstruction,
): CustomInstruction {
  if ('prompt' in answer) return answer;
  const added = answer.customInstructions.findLast(
    ({ label, prompt }) => label === sent.label && prompt === sent.prompt,
  );
  if (added !== undefined) return added;
  const operation = endpoints.addCustomInstruction.name;
  throw new ServiceError('protocol', `${operation}: the response lacks the new instruction`, {
    operation,
  });
}

/** Style rule lists and their instructions (docs/interface.md 4.4). */
export function createStyleRules(send: Send) {
  const list = async (
    query: StyleRuleQuery = {},
    call?: CallOptions,
  ): Promise<readonly ListedStyleRuleList[]> =>
    (await send(endpoints.listStyleRuleLists, { query }, call)).styleRules;

  return {
    /** @throws ServiceError */
    async addInstruction(
      styleId: string,
      instruction: NewCustomInstruction,
      call?: CallOptions,
    ): Promise<CustomInstruction> {
      const input = { params: { style_id: styleId }, body: instruction };
      return addedInstruction(await send(endpoints.addCustomInstruction, input, call), instruction);
    },
    /** @throws ServiceError */
    getInstruction(styleId: string, instructionId: string, call?: CallOptions) {
      const params = { style_id: styleId, instruction_id: instructionId };
      return send(endpoints.getCustomInstruction, { params }, call);
    },
    /**
     * Replaces all fields.
     * @throws ServiceError
     */
    replaceInstruction(
      ids: { readonly styleId: string; readonly instructionId: string },
      body: NonNullable<RequestInput<typeof endpoints.replaceCustomInstruction>['body']>,
      call?: CallOptions,
    ): Promise<CustomInstruction> {
      const params = { style_id: ids.styleId, instruction_id: ids.instructionId };
      return send(endpoints.replaceCustomInstruction, { params, body }, call);
    },
    /** @throws ServiceError */
    deleteInstruction(styleId: string, instructionId: string, call?: CallOptions): Promise<void> {
      const params = { style_id: styleId, instruction_id: instructionId };
      return send(endpoints.deleteCustomInstruction, { params }, call);
    },
    /** @throws ServiceError */
    create(body: NewStyleRuleList, call?: CallOptions): Promise<StyleRuleList> {
      return send(endpoints.createStyleRuleList, { body }, call);
    },
    /** One page. @throws ServiceError */
    list,
    /** All lists of the account, page by page. @throws ServiceError */
    all(
      query: Pick<StyleRuleQuery, 'detailed'> = {},
      call?: CallOptions,
    ): AsyncGenerator<ListedStyleRuleList, void> {
      const pageSize = limits.styleRules.pageSizeMax;
      return allPages({
        pageSize,
        fetch: (page) => list({ ...query, page, pageSize }, call),
        idOf: ({ styleId }) => styleId,
        operation: endpoints.listStyleRuleLists.name,
      });
    },
    /** @throws ServiceError */
    get(styleId: string, call?: CallOptions): Promise<StyleRuleList> {
      return send(endpoints.getStyleRuleList, { params: { style_id: styleId } }, call);
    },
    /** @throws ServiceError */
    rename(styleId: string, name: string, call?: CallOptions): Promise<StyleRuleList> {
      const input = { params: { style_id: styleId }, body: { name } };
      return send(endpoints.renameStyleRuleList, input, call);
    },
    /** Replaces all configured rules; instructions stay. @throws ServiceError */
    replaceConfiguredRules(
      styleId: string,
      rules: ConfiguredRules,
      call?: CallOptions,
    ): Promise<StyleRuleList> {
      const input = { params: { style_id: styleId }, body: rules };
      return send(endpoints.replaceConfiguredRules, input, call);
    },
    /** @throws ServiceError */
    delete(styleId: string, call?: CallOptions): Promise<void> {
      return send(endpoints.deleteStyleRuleList, { params: { style_id: styleId } }, call);
    },
  };
}
