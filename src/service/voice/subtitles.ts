import type { Utterance } from './recognize.js';

/** `00:01:02,345` */
function timecode(seconds: number): string {
  const whole = Math.max(0, Math.round(seconds * 1000));
  const part = (value: number, width: number) => String(value).padStart(width, '0');
  const minutes = Math.floor(whole / 60_000);
  const clock = [Math.floor(minutes / 60), minutes % 60, Math.floor(whole / 1000) % 60];
  return `${clock.map((value) => part(value, 2)).join(':')},${part(whole % 1000, 3)}`;
}

/** One cue per utterance, with its times. */
export function toSubtitles(utterances: readonly Utterance[], texts: readonly string[]): string {
  return utterances
    .map(({ start, end, text }, index) =>
      [index + 1, `${timecode(start)} --> ${timecode(end)}`, texts[index] ?? text, ''].join('\n'),
    )
    .join('\n');
}
