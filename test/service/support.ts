import { afterEach } from 'vitest';
import { startService, type RunningService, type ServiceOptions } from '../../src/service/index.js';

interface Dictionary {
  readonly source_lang: string;
  readonly target_lang: string;
  readonly entry_count: number;
  readonly entries: string;
  readonly entries_format: string;
}

interface UsageBlock {
  readonly total_characters: number;
  readonly text_translation_characters: number;
  readonly text_improvement_characters: number;
}

interface KeyUsage {
  readonly api_key: string;
  readonly api_key_label: string;
  readonly usage_date: string;
  readonly usage: UsageBlock;
}

/** Fields of responses that tests read. */
export interface Json {
  readonly message: string;
  readonly detail: string;
  readonly translations: readonly {
    readonly text: string;
    readonly detected_source_language: string;
    readonly billed_characters: number;
    readonly model_type_used: string;
  }[];
  readonly improvements: readonly { readonly text: string; readonly target_language: string }[];
  readonly billed_characters: number;
  readonly model_type_used: string;
  readonly character_count: number;
  readonly glossary_id: string;
  readonly name: string;
  readonly creation_time: string;
  readonly dictionaries: readonly Dictionary[];
  readonly glossaries: readonly { readonly glossary_id: string }[];
  readonly style_id: string;
  readonly version: number;
  readonly language: string;
  readonly id: string;
  readonly source_language: string;
  readonly custom_instructions: readonly { readonly id: string }[];
  readonly style_rules: readonly Json[];
  readonly key_id: string;
  readonly key: string;
  readonly label: string;
  readonly usage_report: {
    readonly total_usage: UsageBlock;
    readonly start_date: string;
    readonly end_date: string;
    readonly key_usages: readonly KeyUsage[];
    readonly key_and_day_usages: readonly KeyUsage[];
  };
  readonly products: readonly { readonly product_type: string }[];
}

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  readonly text: string;
  /** Parsed body; an empty object if it is not JSON. */
  readonly json: Json;
}

interface CallOptions {
  readonly admin?: boolean;
  readonly body?: unknown;
  readonly form?: readonly (readonly [string, string])[];
  readonly headers?: Readonly<Record<string, string>>;
}

const running: RunningService[] = [];

afterEach(async () => {
  await Promise.all(running.splice(0).map((service) => service.close()));
});

export async function start(options: ServiceOptions = {}): Promise<RunningService> {
  const service = await startService({ engine: 'pseudo', ...options });
  running.push(service);
  return service;
}

function bodyOf({ body, form }: CallOptions) {
  if (form !== undefined) {
    return {
      body: new URLSearchParams(
        form.map(([name, value]): [string, string] => [name, value]),
      ).toString(),
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
    };
  }
  if (body === undefined) return { headers: {} };
  return {
    body: typeof body === 'string' ? body : JSON.stringify(body),
    headers: { 'content-type': 'application/json' },
  };
}

/** `call(service, 'POST /v2/translate', { body })` with the service's own key. */
export async function call(
  service: RunningService,
  route: string,
  options: CallOptions = {},
): Promise<Answer> {
  const [method = 'GET', path = '/'] = route.split(' ');
  const { body, headers } = bodyOf(options);
  const key = options.admin === true ? service.keys.admin : service.keys.developer;
  const response = await fetch(service.url + path, {
    method,
    ...(body === undefined ? {} : { body }),
    headers: { authorization: `Service-Auth-Key ${key}`, ...headers, ...options.headers },
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.includes('json') === true;
  return {
    status: response.status,
    headers: response.headers,
    text,
    json: (isJson && text !== '' ? JSON.parse(text) : {}) as Json,
  };
}

/** Texts of a translate response. */
export function textsOf(answer: Answer): string[] {
  return answer.json.translations.map(({ text }) => text);
}

/** The response as a list. */
export function listOf(answer: Answer): readonly Json[] {
  return answer.json as unknown as readonly Json[];
}

export function translate(service: RunningService, body: object): Promise<Answer> {
  return call(service, 'POST /v2/translate', { body });
}
