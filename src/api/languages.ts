import * as z from 'zod';
import { describeArea } from './endpoint.js';
import {
  findTarget,
  hasStyleRules,
  documentFormalityTargets,
  formalityTargets,
  hasGlossary,
  languageTable,
  styleLanguages,
  voiceLanguages,
  writeStyleTargets,
  writeTargets,
} from '../facts/index.js';
import type { LanguageRow } from '../facts/index.js';

export const resourceNames = [
  'translate_text',
  'translate_document',
  'glossary',
  'voice',
  'write',
  'style_rules',
] as const;

export type ResourceName = (typeof resourceNames)[number];

/** Services leave flags out that are false. */
const flag = z.boolean().default(false);

/** `status` is not an enum: a state that is new must not hide the list. */
export const language = z.object({
  lang: z.string(),
  name: z.string(),
  usable_as_source: flag,
  usable_as_target: flag,
  status: z.string(),
  features: z.record(z.string(), z.object({ status: z.string() })),
});

export type Language = z.infer<typeof language>;

export const resource = z.object({
  name: z.string(),
  features: z.array(
    z.object({
      name: z.string(),
      needs_source_support: flag,
      needs_target_support: flag,
    }),
  ),
});

export type Resource = z.infer<typeof resource>;

export const oldLanguage = z.object({
  language: z.string(),
  name: z.string(),
  supports_formality: z.boolean().optional(),
});

/** docs/interface.md 4.5 */
export const languageEndpoints = describeArea('languages', {
  listLanguages: {
    method: 'GET',
    path: '/v3/languages',
    summary: 'Languages of a resource with their features.',
    auth: 'developer',
    query: z.object({
      resource: z.enum(resourceNames),
      include: z.array(z.enum(['beta', 'external'])).optional(),
    }),
    responses: { 200: z.array(language) },
    repeatable: true,
  },
  listResources: {
    method: 'GET',
    path: '/v3/languages/resources',
    summary: 'Resources and the support that their features need.',
    auth: 'developer',
    responses: { 200: z.array(resource) },
    repeatable: true,
  },
  listOldLanguages: {
    method: 'GET',
    otherMethods: ['POST'],
    path: '/v2/languages',
    summary: 'Source or target languages; deprecated.',
    auth: 'developer',
    query: z.object({ type: z.enum(['source', 'target']).default('source') }),
    responses: { 200: z.array(oldLanguage) },
    repeatable: true,
  },
});

/** Response of `GET /v3/languages/resources` (docs/interface.md 2.6). */
export const resources: readonly Resource[] = [
  {
    name: 'translate_text',
    features: [
      feature('auto_detection', 'source'),
      feature('formality', 'target'),
      feature('glossary', 'both'),
      feature('style_rules', 'target'),
      feature('tag_handling', 'both'),
    ],
  },
  {
    name: 'translate_document',
    features: [
      feature('auto_detection', 'source'),
      feature('formality', 'target'),
      feature('glossary', 'both'),
    ],
  },
  { name: 'glossary', features: [] },
  { name: 'voice', features: [feature('auto_detection', 'source')] },
  {
    name: 'write',
    features: [
      feature('auto_detection', 'source'),
      feature('tone', 'target'),
      feature('writing_style', 'target'),
    ],
  },
  { name: 'style_rules', features: [] },
];

function feature(name: string, side: 'source' | 'target' | 'both') {
  return {
    name,
    needs_source_support: side !== 'target',
    needs_target_support: side !== 'source',
  };
}

const sourceOf = (row: LanguageRow): boolean => row.use !== 'target';
const targetOf = (row: LanguageRow): boolean => row.use !== 'source';

function translationFeatures(row: LanguageRow, formality: ReadonlySet<string>): readonly string[] {
  return [
    ...(sourceOf(row) ? ['auto_detection'] : []),
    ...(formality.has(row.lang) ? ['formality'] : []),
    ...(hasGlossary(row) ? ['glossary'] : []),
  ];
}

function textFeatures(row: LanguageRow): readonly string[] {
  return [
    ...translationFeatures(row, formalityTargets),
    ...(targetOf(row) && hasStyleRules(row.lang) ? ['style_rules'] : []),
    'tag_handling',
  ];
}

function entry(row: LanguageRow, features: readonly string[]): Language {
  const status = row.kind === 'beta' ? 'beta' : 'stable';
  return {
    lang: row.lang,
    name: row.name,
    usable_as_source: sourceOf(row),
    usable_as_target: targetOf(row),
    status,
    features: Object.fromEntries(features.map((name) => [name, { status }])),
  };
}

function writeRows(): readonly Language[] {
  const bases = new Set([...writeTargets].map((code) => code.split('-')[0]));
  return languageTable
    .filter((row) => writeTargets.has(row.lang) || (sourceOf(row) && bases.has(row.lang)))
    .map((row) => ({
      ...entry(row, [
        ...(sourceOf(row) ? ['auto_detection'] : []),
        ...(writeStyleTargets.has(row.lang) ? ['tone', 'writing_style'] : []),
      ]),
      usable_as_target: writeTargets.has(row.lang),
    }));
}

const byResource: Readonly<Record<ResourceName, () => readonly Language[]>> = {
  translate_text: () => languageTable.map((row) => entry(row, textFeatures(row))),
  translate_document: () =>
    languageTable.map((row) => entry(row, translationFeatures(row, documentFormalityTargets))),
  // A dictionary of a language serves all of its variants, so every base language is both source
  // and target.
  glossary: () =>
    languageTable
      .filter((row) => hasGlossary(row) && !row.lang.includes('-'))
      .map((row) => ({ ...entry(row, []), usable_as_source: true, usable_as_target: true })),
  voice: () =>
    languageTable
      .filter((row) => row.kind === 'both' && voiceLanguages.has(row.lang.split('-')[0] ?? ''))
      .map((row) => entry(row, sourceOf(row) ? ['auto_detection'] : [])),
  write: writeRows,
  style_rules: () =>
    Array.from(styleLanguages, (lang) => ({
      ...{ lang, name: findTarget(lang)?.name ?? lang, features: {}, status: 'stable' },
      ...{ usable_as_source: false, usable_as_target: true },
    })),
};

/** Response of `GET /v3/languages`; includes beta languages on request (docs/interface.md 4.5). */
export function languagesOf(
  resource: ResourceName,
  include: readonly string[] = [],
): readonly Language[] {
  const all = byResource[resource]();
  return include.includes('beta') ? all : all.filter(({ status }) => status !== 'beta');
}

/** Response of `GET /v2/languages`: languages with classic models, in upper case. */
export function oldLanguages(type: 'source' | 'target'): readonly z.infer<typeof oldLanguage>[] {
  const rows = languageTable.filter(({ kind }) => kind === 'both');
  return rows.filter(type === 'source' ? sourceOf : targetOf).map((row) => ({
    language: row.lang.toUpperCase(),
    name: row.name,
    ...(type === 'target' && { supports_formality: formalityTargets.has(row.lang) }),
  }));
}
