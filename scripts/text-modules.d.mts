import type { Plugin } from 'vitest/config';

export function viteTextModules(): Plugin;
