import vue from '@vitejs/plugin-vue';
import { localeSync } from 'locale-sync/vite';
import { defineConfig } from 'vite';

export default defineConfig({
  // In CI this checks and writes nothing, as CI is not said too (`ci: true`).
  plugins: [vue(), localeSync({ mode: 'sync' })],
});
