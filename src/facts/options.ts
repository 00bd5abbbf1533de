/** Media types of recordings that a voice job accepts, by extension (docs/interface.md 2.10). */
export const voiceSourceExtensions = {
  mp3: 'audio/mpeg',
  wav: 'audio/wav',
  ogg: 'audio/ogg',
  flac: 'audio/flac',
  mp4: 'audio/mp4',
  m4a: 'audio/mp4',
  webm: 'audio/webm',
} as const;

/** Media types of speech that a voice job produces, by extension (docs/interface.md 2.10). */
export const voiceAudioExtensions = {
  flac: 'audio/flac',
  opus: 'audio/opus',
  ogg: 'audio/ogg',
  webm: 'audio/webm',
  mka: 'audio/x-matroska',
  mkv: 'audio/x-matroska',
  pcm: 'audio/pcm;encoding=s16le;rate=24000',
  ulaw: 'audio/pcm;encoding=ulaw;rate=8000',
  alaw: 'audio/pcm;encoding=alaw;rate=8000',
} as const;

export const TEXT_TYPE = 'text/plain';
export const SUBTITLE_TYPE = 'application/x-subrip';

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
