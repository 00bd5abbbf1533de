import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin } from 'vitest/config';

/** @param file absolute path */
export function pageOf(
  file: string,
): Promise<{ readonly text: string; readonly inputs: readonly string[] }>;
export const esbuildPageFiles: EsbuildPlugin;
export function vitePageFiles(): Plugin;
