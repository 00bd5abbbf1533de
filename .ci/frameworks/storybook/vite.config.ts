import react from '@vitejs/plugin-react';
import { localeSync } from 'locale-sync/vite';
import { defineConfig } from 'vite';

export default defineConfig({ plugins: [react(), localeSync()] });
