/** Values of `formality` (interface.md 4.1). */
export const formalities = ['default', 'more', 'less', 'prefer_more', 'prefer_less'] as const;

/** Values of `model_type` (interface.md 4.1). */
export const modelTypes = [
  'latency_optimized',
  'quality_optimized',
  'prefer_quality_optimized',
] as const;
