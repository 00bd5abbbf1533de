import type { CompletionNode } from '../nodes.js';
import { commandRows, flagRows, valueRows } from './tables.js';
import type { Row } from './tables.js';

/** A function for `fpath`, or for `source` after compinit. */
export function zsh(nodes: readonly CompletionNode[]): string {
  return `#compdef locale-sync
# zsh completion of locale-sync, made by: locale-sync completion zsh
_locale_sync() {
  local -A commands flags values
  ${filled('commands', commandRows(nodes))}
  ${filled('flags', flagRows(nodes))}
  ${filled('values', valueRows(nodes))}
  local place='' before='' word found key
  integer i
  for ((i = 2; i < CURRENT; i++)); do
    word=$words[i]
    key="$place $before"
    if [[ $before == -* && -n $values[$key] ]]; then
      before=''
      continue
    fi
    before=$word
    if [[ " $commands[\${place:-.}] " == *" $word "* ]]; then
      place="\${place:+$place }$word"
    fi
  done
  if [[ $words[CURRENT] == --*=* ]]; then
    before=\${words[CURRENT]%%=*}
    compset -P '*='
  fi
  key="$place $before"
  found=''
  [[ $before == -* ]] && found=$values[$key]
  case $found in
    :file) _files; return ;;
    :folder) _files -/; return ;;
    :any) return ;;
    '')
      found=$commands[\${place:-.}]
      [[ $words[CURRENT] == -* || -z $found ]] && found=$flags[\${place:-.}]
      [[ $found == :file ]] && { _files; return }
      ;;
  esac
  compadd -- \${(s: :)found}
}
if [[ $funcstack[1] == _locale-sync ]]; then
  _locale_sync "$@"
else
  compdef _locale_sync locale-sync
fi
`;
}

/** The empty key is written as a dot. */
function filled(name: string, rows: readonly Row[]): string {
  const pairs = rows.map(([key, words]) => `    '${key === '' ? '.' : key}' '${words}'`);
  return `${name}=(\n${pairs.join('\n')}\n  )`;
}
