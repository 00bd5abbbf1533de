import { localeSync } from 'locale-sync/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  // In CI this only checks and writes nothing, because `ci: true` is not set.
  plugins: [localeSync({ mode: 'sync' })],
});
