import type { ConfigInput } from './schema.js';

/** Types a config in `service.config.{js,mjs,ts}`; returns it unchanged. */
export function defineConfig(config: ConfigInput): ConfigInput {
  return config;
}
