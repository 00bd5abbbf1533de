import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin } from 'vitest/config';

export const esbuildModuleFiles: EsbuildPlugin;
export function viteModuleFiles(): Plugin;
