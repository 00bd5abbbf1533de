import vue from '@vitejs/plugin-vue';
import { localeSync } from 'locale-sync/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  // In CI this only checks and writes nothing, because `ci: true` is not set.
  plugins: [vue(), localeSync({ mode: 'sync' })],
});
