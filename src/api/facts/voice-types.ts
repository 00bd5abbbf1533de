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
