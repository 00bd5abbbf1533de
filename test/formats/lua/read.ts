const TOKEN =
  /\s+|--\[(=*)\[[^]*?\]\1\]|--[^\n\r]*|\[(=*)\[[^]*?\]\2\]|"(?:\\[^]|[^"\\])*"|'(?:\\[^]|[^'\\])*'|\w+|\.\.|[^]/g;

/** Values of tables and assignments by key, of files without code: a recursive descent on its own. */
export function readLua(text: string): ReadonlyMap<string, string> {
  const tokens = (text.replace(/^\ufeff/, '').match(TOKEN) ?? []).filter(
    (token) => !/^(?:\s|--)/.test(token),
  );
  const values = new Map<string, string>();
  let at = 0;
  const isText = (token: string | undefined): boolean => /^(?:["']|\[=*\[)/.test(token ?? '');
  const value = (path: readonly string[]): void => {
    for (const known of values.keys())
      if (known === path.join('\0') || known.startsWith(`${path.join('\0')}\0`))
        values.delete(known);
    if (tokens[at] === '{') {
      table(path);
      return;
    }
    let said = '';
    if (!isText(tokens[at])) said = tokens[at++] ?? '';
    else
      for (;;) {
        said += unquoted(tokens[at++] ?? '');
        if (tokens[at] !== '..') break;
        at += 1;
      }
    values.set(path.join('\0'), said);
  };
  const table = (path: readonly string[]): void => {
    at += 1;
    for (let index = 0; tokens[at] !== '}';) {
      if (at >= tokens.length) throw new Error('open table');
      if (tokens[at] === '[' && isText(tokens[at + 1])) {
        const name = unquoted(tokens[at + 1] ?? '');
        at += 4;
        value([...path, name]);
      } else if (/^\w+$/.test(tokens[at] ?? '') && tokens[at + 1] === '=') {
        const name = tokens[at] ?? '';
        at += 2;
        value([...path, name]);
      } else value([...path, String(index++)]);
      if (tokens[at] === ',' || tokens[at] === ';') at += 1;
    }
    at += 1;
  };
  while (at < tokens.length) {
    if (tokens[at] === 'return' && tokens[at + 1] === '{') {
      at += 1;
      table([]);
    } else if (tokens[at] === 'L' && tokens[at + 1] === '[' && tokens[at + 4] === '=') {
      const name = unquoted(tokens[at + 2] ?? '');
      at += 5;
      value([name]);
    } else if (tokens[at] === 'L' && tokens[at + 1] === '.' && tokens[at + 3] === '=') {
      const name = tokens[at + 2] ?? '';
      at += 4;
      value([name]);
    } else at += 1;
  }
  return values;
}

const NAMED: Readonly<Record<string, string>> = {
  ...{ n: '\n', t: '\t', r: '\r', a: '\x07', b: '\b', f: '\f', v: '\v' },
};

function unquoted(raw: string): string {
  const long = /^\[=*\[/.exec(raw)?.[0];
  if (long !== undefined)
    return raw.slice(long.length, -long.length).replace(/\r\n?/g, '\n').replace(/^\n/, '');
  return raw
    .slice(1, -1)
    .replace(/\\(\d{1,3})|\\([^])/g, (_, code?: string, letter?: string) =>
      code === undefined
        ? (NAMED[letter ?? ''] ?? letter ?? '')
        : String.fromCharCode(Number(code)),
    );
}
