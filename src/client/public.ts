export * from './create-client.js';
export type * from './documents.js';
export type { DownloadedFile } from './download.js';
export { ServiceError, type ServiceErrorCode, type ServiceErrorDetails } from './errors.js';
export type { FileReceiver, FileSource } from './files.js';
export type * from './glossaries.js';
export { formatEntries, parseEntries, type GlossaryEntries } from './glossaries.js';
export type {
  AnswerInfo,
  CallOptions,
  ClientOptions,
  Clock,
  ProxyOptions,
  RetryNotice,
} from './options.js';
export type { PollPolicy } from './transport.js';
export type { RetryKind, RetryPolicy } from './retry.js';
export type * from './style-rules.js';
export { encodeTranslateText, type TextTranslations, type TranslateTextOptions } from './text.js';
export type * from './voice.js';
