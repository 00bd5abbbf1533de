/** Values by section and name, line by line; lone lines continue the value above them. */
export function readIni(text: string): Map<string, string> {
  const values = new Map<string, string>();
  let section = '';
  let last: { id: string; depth: number } | undefined;
  let open: string | undefined;
  for (const line of text.replace(/^\ufeff/, '').split(/\r\n|\n|\r/)) {
    const said = line.trim();
    const depth = line.length - line.trimStart().length;
    if (open !== undefined && last !== undefined) {
      values.set(last.id, `${values.get(last.id) ?? ''}\n${line.replace(/"[ \t]*$/, '')}`);
      if (/"[ \t]*$/.test(line)) open = undefined;
      continue;
    }
    const head = /^\[(.*)\]/.exec(said)?.[1];
    const pair = /^([^=:]+?)\s*(?:=|:(?=\s|$)|:(?!.*=))\s*(.*)$/s.exec(said);
    if (said === '' || /^[;#]/.test(said)) last = undefined;
    else if (head !== undefined) {
      section = `${head}\0`;
      last = undefined;
    } else if (last !== undefined && depth > last.depth && !said.includes('='))
      values.set(last.id, `${values.get(last.id) ?? ''}\n${said}`);
    else if (pair === null) last = undefined;
    else {
      const [, name = '', raw = ''] = pair;
      last = { id: section + name, depth };
      const quoted = /^"((?:"_QQ_"|\\.|[^"\\])*)"(?:\s+[;#].*)?$/s.exec(raw)?.[1];
      if (quoted === undefined && /^"[^"]*$/.test(raw)) open = raw;
      const value = quoted ?? (open === undefined ? raw : raw.slice(1));
      values.set(last.id, value.replaceAll('"_QQ_"', '"').replaceAll('\\"', '"'));
    }
  }
  if (open !== undefined) throw new Error('quotes that are not closed');
  return values;
}
