import { defineConfig } from 'electron-vite';
import { localeSync } from 'locale-sync/vite';

export default defineConfig({ main: {}, preload: {}, renderer: { plugins: [localeSync()] } });
