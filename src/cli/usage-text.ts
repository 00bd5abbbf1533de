import { isPlain, REDACTED } from '../model/quoted.js';

/** Options whose value is a key, even if it looks like a word. */
const TAKES_KEY = /^error: option '--(?:admin-key|key|control)\b/;

/** The argument parser's message about a wrong call, without values that could be keys. */
export function usageText(message: string): string {
  return message.replace(
    /(argument|unknown option|unknown command) '(.*)'/s,
    (_, what: string, value: string) => {
      const [name = '', ...rest] = value.split('=');
      const isOption = what === 'unknown option' && rest.length > 0;
      if (isOption) return `${what} '${shown(name)}=…'`;
      return `${what} '${TAKES_KEY.test(message) ? REDACTED : shown(value)}'`;
    },
  );
}

function shown(value: string): string {
  return isPlain(value) ? value : REDACTED;
}
