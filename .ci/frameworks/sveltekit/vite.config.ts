import { sveltekit } from '@sveltejs/kit/vite';
import { localeSync } from 'locale-sync/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [sveltekit(), localeSync()] });
