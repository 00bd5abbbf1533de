import { endpoints, type Endpoint, type EndpointName } from '../../../src/api/index.js';
import {
  json,
  plain,
  scripted,
  type ScriptedServer,
  type SeenRequest,
  type Step,
} from './server.js';

const table: readonly Endpoint[] = Object.values(endpoints);
const time = '2026-01-02T03:04:05.678Z';
export const uuid = '0a1b2c3d-0000-4000-8000-000000000001';

const dictionary = { source_lang: 'en', target_lang: 'de', entry_count: 1 };
const glossary = {
  glossary_id: uuid,
  name: 'Shop',
  dictionaries: [dictionary],
  creation_time: time,
};
const instruction = { id: uuid, label: 'Tone', prompt: 'Be kind.', source_language: 'en' };
const style = {
  style_id: uuid,
  name: 'House',
  creation_time: time,
  updated_time: time,
  language: 'de',
  version: 1,
  configured_rules: { dates_and_times: { calendar_era: 'use_bc_and_ad' } },
  custom_instructions: [instruction],
};
const key = {
  key_id: 'a:b',
  label: 'CI',
  creation_time: time,
  is_deactivated: false,
  usage_limits: { speech_to_text_milliseconds: 5 },
};
const usage = {
  total_characters: 3,
  text_translation_characters: 1,
  document_translation_characters: 1,
  text_improvement_characters: 1,
  speech_to_text_minutes: 0.5,
};
const upload = { job_id: uuid, upload_url: '/files/source', signature: 'up-signature' };
const job = {
  job_id: uuid,
  product: 'voice',
  operation: 'translate',
  created_at: time,
  updated_at: time,
  usage: { storage_used: 4 },
  source_file: { name: 'a.wav', content_type: 'audio/wav', content_length: 4 },
  parameters: { source_language: 'en' },
  targets: [
    { language: 'de', type: 'text/plain' },
    { language: 'fr', type: 'application/x-subrip' },
  ],
  results: [
    { status: 'complete', download_url: '/files/result', signature: 'down-signature' },
    { status: 'failed', error: { message: 'no speech' } },
  ],
};

/** An answer of each endpoint as described in docs/interface.md. */
const answers: Readonly<Record<EndpointName, (request: SeenRequest) => unknown>> = {
  translateText: ({ body }) => {
    const { text } = JSON.parse(body.toString()) as { text: readonly string[] };
    const translations = text.map((one) => ({ detected_source_language: 'EN', text: `«${one}»` }));
    return { translations, billed_characters: text.join('').length };
  },
  uploadDocument: () => ({ document_id: 'D1', document_key: 'K1' }),
  getDocumentStatus: () => ({ document_id: 'D1', status: 'done', billed_characters: 5 }),
  downloadDocument: () => undefined,
  createGlossary: () => glossary,
  listGlossaries: () => ({ glossaries: [glossary] }),
  getGlossary: () => glossary,
  getGlossaryEntries: () => ({
    dictionaries: [
      { source_lang: 'en', target_lang: 'de', entries: 'cart\tWarenkorb', entries_format: 'tsv' },
    ],
  }),
  createOldGlossary: () => ({ glossary_id: uuid, name: 'Shop', ...dictionary }),
  listOldGlossaries: () => ({ glossaries: [{ glossary_id: uuid, name: 'Shop', ...dictionary }] }),
  getOldGlossary: () => ({ glossary_id: uuid, name: 'Shop', ...dictionary }),
  getOldGlossaryEntries: () => undefined,
  deleteOldGlossary: () => undefined,
  listGlossaryPairs: () => ({ supported_languages: [{ source_lang: 'en', target_lang: 'de' }] }),
  putDictionary: () => dictionary,
  patchGlossary: () => glossary,
  deleteGlossary: () => undefined,
  deleteDictionary: () => undefined,
  createStyleRuleList: () => style,
  listStyleRuleLists: () => ({ style_rules: [style] }),
  getStyleRuleList: () => style,
  renameStyleRuleList: () => style,
  replaceConfiguredRules: () => style,
  deleteStyleRuleList: () => undefined,
  addCustomInstruction: () => instruction,
  getCustomInstruction: () => instruction,
  replaceCustomInstruction: () => instruction,
  deleteCustomInstruction: () => undefined,
  listLanguages: () => [
    {
      lang: 'de',
      name: 'German',
      usable_as_source: true,
      usable_as_target: true,
      status: 'stable',
      features: { tag_handling: { status: 'stable' }, formality: { status: 'stable' } },
    },
  ],
  listResources: () => [
    {
      name: 'translate_text',
      features: [{ name: 'formality', needs_source_support: false, needs_target_support: true }],
    },
  ],
  listOldLanguages: () => [{ language: 'DE', name: 'German', supports_formality: true }],
  rephrase: () => ({
    improvements: [{ text: 'Hello!', target_language: 'en-US', detected_source_language: 'en' }],
  }),
  createDeveloperKey: () => ({ ...key, key: 'the-secret' }),
  listDeveloperKeys: () => [key],
  deactivateDeveloperKey: () => ({ ...key, is_deactivated: true, deactivated_time: time }),
  renameDeveloperKey: () => key,
  setDeveloperKeyLimits: () => key,
  getAnalytics: () => ({
    usage_report: {
      total_usage: usage,
      group_by: 'key',
      start_date: '2026-01-01T00:00:00',
      end_date: '2026-01-31T00:00:00',
      key_usages: [{ api_key: 'dc88****3a2c', api_key_label: 'CI', usage }],
    },
  }),
  getUsage: () => ({
    character_count: 30,
    character_limit: 100,
    products: [
      {
        product_type: 'write',
        billing_unit: 'characters',
        api_key_unit_count: 1,
        account_unit_count: 2,
      },
    ],
  }),
  listTranslationMemories: () => ({
    translation_memories: [
      {
        translation_memory_id: uuid,
        name: 'Old texts',
        source_language: 'en',
        target_languages: ['de'],
        segment_count: 9,
      },
    ],
    total_count: 1,
  }),
  createVoiceJob: ({ url }) =>
    url.includes('signed_url')
      ? { ...upload, signed_upload_url: '/files/source?signature=s' }
      : upload,
  uploadVoiceSource: () => undefined,
  getVoiceJob: ({ url }) =>
    url.includes('signed_url')
      ? {
          ...job,
          results: [
            { ...job.results[0], signed_download_url: '/files/result?signature=s' },
            job.results[1],
          ],
        }
      : job,
  downloadVoiceResult: () => undefined,
};

function pathPattern(path: string): RegExp {
  return new RegExp(`^${path.replace(/\{\w+\}/g, '[^/?]+')}(\\?|$)`);
}

function endpointOf({ method, url }: SeenRequest): Endpoint | undefined {
  if (url.startsWith('/files/source')) return endpoints.uploadVoiceSource;
  if (url.startsWith('/files/result')) return endpoints.downloadVoiceResult;
  return table.find(
    (endpoint) => endpoint.method === method && pathPattern(endpoint.path).test(url),
  );
}

const answer: Step = (response, request) => {
  const endpoint = endpointOf(request);
  if (endpoint === undefined) {
    json({ message: 'not found' }, 404)(response, request);
    return;
  }
  const [[status, body] = ['500', undefined]] = Object.entries(endpoint.responses);
  if (body === 'binary') {
    const headers = { 'content-disposition': 'attachment; filename="../result.txt"' };
    plain(200, 'the result', headers)(response, request);
  } else if (body === 'empty') {
    plain(Number(status))(response, request);
  } else {
    json(answers[endpoint.name as EndpointName](request), Number(status))(response, request);
  }
};

/** A server with one fixed answer for every endpoint. */
export function cannedService(): Promise<ScriptedServer> {
  return scripted(answer);
}

/** The fixed answer of an endpoint that returns data. */
export function cannedAnswer({ name }: Endpoint): unknown {
  const url = name.includes('Voice') ? '?include=signed_url' : '';
  const body = Buffer.from('{"text":["a","b"]}');
  return answers[name as EndpointName]({ method: '', url, headers: {}, body });
}
