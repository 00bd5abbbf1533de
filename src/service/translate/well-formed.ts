import { SaxesParser } from 'saxes';

// HTML entities and a doctype are allowed; neither is ever resolved.
const tolerated =
  /<!DOCTYPE[^<>[]*(?:\[[^\]]*\])?[^<>]*>|&(?!(?:amp|lt|gt|quot|apos);)[A-Za-z]\w{0,31};/gi;

/** Whether a text parses as XML content. */
export function isWellFormed(text: string): boolean {
  const parser = new SaxesParser({ fragment: true, position: false });
  let sound = true;
  parser.on('error', () => {
    sound = false;
  });
  parser.write(text.replace(tolerated, '')).close();
  return sound;
}
