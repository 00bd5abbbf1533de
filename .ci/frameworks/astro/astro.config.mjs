import { defineConfig } from 'astro/config';
import { localeSync } from 'locale-sync/vite';

export default defineConfig({ vite: { plugins: [localeSync()] } });
