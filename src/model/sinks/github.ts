import { oneLine, terminalText } from './terminal.js';

/** A GitHub Actions command: what to show, and where. */
export interface GithubCommand {
  readonly name: 'error' | 'warning';
  /** In this order; undefined ones are left out. */
  readonly properties: Readonly<Record<string, string | number | undefined>>;
  /** May have several lines. */
  readonly message: string;
}

/** A command as GitHub's runner reads it from a log, including the line feed. */
export function githubCommand({ name, properties, message }: GithubCommand): string {
  const set = Object.entries(properties).flatMap(([key, value]) =>
    value === undefined ? [] : [`${key}=${property(String(value))}`],
  );
  return `::${name} ${set.join(',')}::${data(terminalText(message))}\n`;
}

function data(text: string): string {
  return text.replaceAll('%', '%25').replaceAll('\r', '%0D').replaceAll('\n', '%0A');
}

function property(text: string): string {
  return data(oneLine(text, Infinity)).replaceAll(':', '%3A').replaceAll(',', '%2C');
}
