import { adminEndpoints } from './admin.js';
import { documentEndpoints } from './documents.js';
import type { Endpoint } from './endpoint.js';
import { glossaryEndpoints } from './glossaries.js';
import { languageEndpoints } from './languages.js';
import { memoryEndpoints } from './memories.js';
import { oldGlossaryEndpoints } from './old-glossaries.js';
import { rephraseError, translateError, voiceJobError } from './rules.js';
import { styleRuleEndpoints } from './style-rules.js';
import { translateEndpoints } from './translate.js';
import { usageEndpoints } from './usage.js';
import { voiceEndpoints } from './voice.js';
import { writeEndpoints } from './write.js';

/** Every endpoint of docs/interface.md 4, by operation name. */
export const endpoints = {
  ...translateEndpoints,
  ...documentEndpoints,
  ...glossaryEndpoints,
  ...oldGlossaryEndpoints,
  ...styleRuleEndpoints,
  ...languageEndpoints,
  ...writeEndpoints,
  ...adminEndpoints,
  ...usageEndpoints,
  ...memoryEndpoints,
  ...voiceEndpoints,
} satisfies Readonly<Record<string, Endpoint>>;

export type Endpoints = typeof endpoints;
export type EndpointName = keyof Endpoints;

/** Why a well-typed body of an endpoint is refused (400); undefined if it is accepted. */
export const bodyRules: Readonly<Record<string, (body: never) => string | undefined>> = {
  translateText: translateError,
  rephrase: rephraseError,
  createVoiceJob: voiceJobError,
} satisfies Partial<Record<EndpointName, (body: never) => string | undefined>>;
