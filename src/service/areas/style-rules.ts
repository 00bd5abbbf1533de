import { configuredRulesError, type ConfiguredRules } from '../../api/index.js';
import type { ServiceContext } from '../context.js';
import { badRequest, forbidden } from '../errors.js';
import type { AreaRoutes } from '../http/call.js';
import type { StyleRuleList, StyleRules } from '../style-rules/style-rules.js';

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

/** interface.md 4.4: Pro only. */
export function styleRuleRoutes(
  { plan }: Pick<ServiceContext, 'plan'>,
  styleRules: StyleRules,
): AreaRoutes {
  return {
    ...(plan === 'free' ? { refuse: () => forbidden('Style rules need the Pro plan') } : {}),
    handlers: {
      createStyleRuleList: ({ body, request }) => {
        const { configured_rules: sent = {} } = request.body as typeof body;
        refuseUnknownRules(sent);
        return full(styleRules.create(body));
      },
      listStyleRuleLists: ({ query }) => ({
        style_rules: styleRules
          .page(query.page, query.page_size)
          .map((list) => (query.detailed ? full(list) : summary(list))),
      }),
      getStyleRuleList: ({ params }) => full(styleRules.get(params.style_id)),
      renameStyleRuleList: ({ params, body }) =>
        full(styleRules.rename(params.style_id, body.name)),
      replaceConfiguredRules: ({ params, body, request }) => {
        refuseUnknownRules(request.body);
        return full(styleRules.configure(params.style_id, body));
      },
      deleteStyleRuleList: ({ params }) => {
        styleRules.delete(params.style_id);
        return undefined;
      },
      addCustomInstruction: ({ params, body }) => styleRules.addInstruction(params.style_id, body),
      getCustomInstruction: ({ params }) =>
        styleRules.instruction(params.style_id, params.instruction_id),
      replaceCustomInstruction: ({ params, body }) =>
        styleRules.replaceInstruction(params.style_id, params.instruction_id, body),
      deleteCustomInstruction: ({ params }) => {
        styleRules.deleteInstruction(params.style_id, params.instruction_id);
        return undefined;
      },
    },
  };
}
