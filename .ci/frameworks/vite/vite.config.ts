import { localeSync } from 'locale-sync/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [localeSync()] });
