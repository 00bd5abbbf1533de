/** Values of `formality` (docs/interface.md 4.1). */
export const formalities = ['default', 'more', 'less', 'prefer_more', 'prefer_less'] as const;

/** Values of `model_type` (docs/interface.md 4.1). */
export const modelTypes = [
  'latency_optimized',
  'quality_optimized',
  'prefer_quality_optimized',
] as const;

const styles = ['academic', 'business', 'casual', 'simple'] as const;
const tones = ['confident', 'diplomatic', 'enthusiastic', 'friendly'] as const;

function withPreferred<const T extends string>(names: readonly T[]) {
  const preferred = names.map((name) => `prefer_${name}` as const);
  return ['default', 'prefer_default', ...names, ...preferred] as const;
}

/** Values of `writing_style` (docs/interface.md 4.6). */
export const writingStyles = withPreferred(styles);
/** Values of `tone`. */
export const writeTones = withPreferred(tones);

/** Built-in engines of the embedded service. */
export const engineNames = ['auto', 'pseudo', 'apertium', 'openai', 'libretranslate'] as const;
