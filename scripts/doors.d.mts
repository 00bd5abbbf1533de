import type { Plugin as EsbuildPlugin } from 'esbuild';
import type { Plugin } from 'vitest/config';

export const esbuildDoors: EsbuildPlugin;
export function viteDoors(): Plugin;
