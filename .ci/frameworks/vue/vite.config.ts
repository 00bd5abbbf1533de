import vue from '@vitejs/plugin-vue';
import { localeSync } from 'locale-sync/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [vue(), localeSync()] });
