import * as z from 'zod';
import { describeArea } from './endpoint.js';
import { integer, languageCode, pageQuery, timestamp } from './fields.js';
import { limits } from '../facts/index.js';

/** Category → rule → option; the catalogue has the valid ones. */
export const configuredRules = z.record(z.string(), z.record(z.string(), z.string()));

export type ConfiguredRules = z.infer<typeof configuredRules>;

const label = z.string().min(1).max(limits.styleRules.labelCharacters);
const prompt = z.string().min(1).max(limits.styleRules.promptCharacters);
const name = z.string().min(1).max(limits.styleRules.nameCharacters);

export const customInstructionInput = z.object({
  label,
  prompt,
  source_language: languageCode.optional(),
});

export const customInstruction = z.object({
  id: z.string(),
  label: z.string(),
  prompt: z.string(),
  source_language: z.string().nullish(),
});

export const styleRuleSummary = z.object({
  style_id: z.string(),
  name: z.string(),
  creation_time: timestamp.optional(),
  updated_time: timestamp.optional(),
  language: z.string(),
  version: integer,
});

export const styleRuleList = styleRuleSummary.extend({
  configured_rules: configuredRules,
  custom_instructions: z.array(customInstruction),
});

const listed = styleRuleSummary.extend({
  configured_rules: configuredRules.optional(),
  custom_instructions: z.array(customInstruction).optional(),
});

/** docs/interface.md 4.4 */
export const styleRuleEndpoints = describeArea('styleRules', {
  createStyleRuleList: {
    method: 'POST',
    path: '/v3/style_rules',
    summary: 'Creates a style rule list.',
    auth: 'developer',
    body: {
      kinds: ['json'],
      schema: z.object({
        name,
        language: languageCode,
        configured_rules: configuredRules.optional(),
        custom_instructions: z
          .array(customInstructionInput)
          .max(limits.styleRules.instructions)
          .optional(),
      }),
    },
    responses: { 201: styleRuleList },
    repeatable: false,
  },
  listStyleRuleLists: {
    method: 'GET',
    path: '/v3/style_rules',
    summary: 'A page of style rule lists.',
    auth: 'developer',
    query: z.object({ detailed: z.boolean().default(false), ...pageQuery }),
    responses: { 200: z.object({ style_rules: z.array(listed) }) },
    repeatable: true,
  },
  getStyleRuleList: {
    method: 'GET',
    path: '/v3/style_rules/{style_id}',
    summary: 'A style rule list with its rules and instructions.',
    auth: 'developer',
    responses: { 200: styleRuleList },
    repeatable: true,
  },
  renameStyleRuleList: {
    method: 'PATCH',
    path: '/v3/style_rules/{style_id}',
    summary: 'Renames a style rule list.',
    auth: 'developer',
    body: { kinds: ['json'], schema: z.object({ name }) },
    responses: { 200: styleRuleList },
    repeatable: true,
  },
  replaceConfiguredRules: {
    method: 'PUT',
    path: '/v3/style_rules/{style_id}/configured_rules',
    summary: 'Replaces all configured rules of a list.',
    auth: 'developer',
    body: { kinds: ['json'], schema: configuredRules },
    responses: { 200: styleRuleList },
    repeatable: true,
  },
  deleteStyleRuleList: {
    method: 'DELETE',
    path: '/v3/style_rules/{style_id}',
    summary: 'Deletes a style rule list.',
    auth: 'developer',
    responses: { 204: 'empty' },
    repeatable: true,
  },
  addCustomInstruction: {
    method: 'POST',
    path: '/v3/style_rules/{style_id}/custom_instructions',
    summary: 'Adds an instruction to a list.',
    auth: 'developer',
    body: { kinds: ['json'], schema: customInstructionInput },
    // Services return either the new instruction or the whole updated list.
    responses: { 201: z.union([customInstruction, styleRuleList]) },
    repeatable: false,
  },
  getCustomInstruction: {
    method: 'GET',
    path: '/v3/style_rules/{style_id}/custom_instructions/{instruction_id}',
    summary: 'One instruction of a list.',
    auth: 'developer',
    responses: { 200: customInstruction },
    repeatable: true,
  },
  replaceCustomInstruction: {
    method: 'PUT',
    path: '/v3/style_rules/{style_id}/custom_instructions/{instruction_id}',
    summary: 'Replaces an instruction.',
    auth: 'developer',
    // The interface requires all fields; clients leave out the language, which is then the list's.
    body: { kinds: ['json'], schema: customInstructionInput },
    responses: { 200: customInstruction },
    repeatable: true,
  },
  deleteCustomInstruction: {
    method: 'DELETE',
    path: '/v3/style_rules/{style_id}/custom_instructions/{instruction_id}',
    summary: 'Deletes an instruction.',
    auth: 'developer',
    responses: { 204: 'empty' },
    repeatable: true,
  },
});
