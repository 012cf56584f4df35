export const completionShells = ["bash", "zsh", "fish"] as const;

export type CompletionShell = (typeof completionShells)[number];

// Each asks `silo completion --complete` with the words up to the cursor, a word a line, and a dot in the last line:
// shells cut newlines from the end of a text, and the last word is often empty. It answers with a candidate a line, a tab and
// what it means. Where there is none, the shell completes files.
const scripts: Record<CompletionShell, string> = {
  bash: `# Completion of silo in bash: put this into ~/.bashrc
#   eval "$(silo completion bash)"
_silo_completion() {
  local IFS=$'\\n'
  local words="\${COMP_WORDS[*]:0:COMP_CWORD+1}" current="\${COMP_WORDS[COMP_CWORD]}"
  [[ "$current" == "=" ]] && current=""
  COMPREPLY=($(silo completion --no-json --complete="$words"$'\\n.' 2>/dev/null | cut -f1))
}
complete -o default -F _silo_completion silo
`,
  zsh: `#compdef silo
# Completion of silo in zsh: put this into ~/.zshrc, behind compinit
#   eval "$(silo completion zsh)"
_silo() {
  local -a answers candidates
  local answer
  answers=("\${(@f)$(silo completion --no-json --complete="\${(F)words[1,CURRENT]}"$'\\n.' 2>/dev/null)}")
  for answer in $answers; do
    candidates+=("\${\${answer%%$'\\t'*}//:/\\\\:}:\${answer#*$'\\t'}")
  done
  if (( \${#candidates} )); then _describe silo candidates; else _files; fi
}
compdef _silo silo
`,
  fish: `# Completion of silo in fish: put this into ~/.config/fish/completions/silo.fish
#   silo completion fish > ~/.config/fish/completions/silo.fish
function __silo_complete
  set -l words (commandline -opc) (commandline -ct) .
  set -l answers (silo completion --no-json --complete=(string join \\n -- $words | string collect) 2>/dev/null)
  if test (count $answers) -gt 0
    printf '%s\\n' $answers
  else
    __fish_complete_path (commandline -ct)
  end
end
complete -c silo -f -a '(__silo_complete)'
`,
};

/** What a shell reads to complete the words of `silo` (contract C6). */
export function completionScript(shell: CompletionShell): string {
  return scripts[shell];
}
