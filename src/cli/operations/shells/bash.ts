import type { CompletionNode } from '../nodes.js';
import { commandRows, flagRows, valueRows } from './tables.js';
import type { Row } from './tables.js';

/** For bash 3.2 and later; needs no other package. */
export function bash(nodes: readonly CompletionNode[]): string {
  return `# bash completion of locale-sync, made by: locale-sync completion bash
${lookup('_locale_sync_commands', commandRows(nodes))}
${lookup('_locale_sync_flags', flagRows(nodes))}
${lookup('_locale_sync_values', valueRows(nodes))}
_locale_sync() {
  local cur=\${COMP_WORDS[COMP_CWORD]} path='' before='' word i words
  local IFS=$' \\t\\n'
  for ((i = 1; i < COMP_CWORD; i++)); do
    word=\${COMP_WORDS[i]}
    # bash takes --flag=value apart.
    [[ $word == = ]] && continue
    if [[ $before == -* && -n $(_locale_sync_values "$path $before") ]]; then
      before=''
      continue
    fi
    before=$word
    case " $(_locale_sync_commands "$path") " in
      *" $word "*) path="\${path:+$path }$word" ;;
    esac
  done
  [[ $cur == = ]] && cur=''
  words=''
  [[ $before == -* ]] && words=$(_locale_sync_values "$path $before")
  if [[ -z $words ]]; then
    words=$(_locale_sync_commands "$path")
    [[ $cur == -* || -z $words ]] && words=$(_locale_sync_flags "$path")
  fi
  COMPREPLY=()
  case $words in
    :file) _locale_sync_paths -f "$cur"; return ;;
    :folder) _locale_sync_paths -d "$cur"; return ;;
    :any) return ;;
  esac
  COMPREPLY=($(compgen -W "$words" -- "$cur"))
}
# Names may contain spaces and brackets.
_locale_sync_paths() {
  local name
  compopt -o filenames 2>/dev/null
  while IFS= read -r name; do COMPREPLY+=("$name"); done < <(compgen "$1" -- "$2")
}
complete -F _locale_sync locale-sync
`;
}

function lookup(name: string, rows: readonly Row[]): string {
  const cases = rows.map(([key, words]) => `    '${key}') echo '${words}' ;;`);
  return `${name}() {\n  case $1 in\n${cases.join('\n')}\n  esac\n}`;
}
