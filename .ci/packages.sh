# Debian packages for tests, for `run` and `nightly` to source.

# Installs those that are missing and that this release of Debian has. What it lacks is named: its tests do not run.
install_packages() {
  local package missing=() known=()
  for package in "$@"; do
    dpkg-query --show --showformat='${Status}' "$package" 2>/dev/null | grep -q 'install ok installed' || missing+=("$package")
  done
  if [ "${#missing[@]}" = 0 ] || [ "$(id -u)" != 0 ] || ! command -v apt-get >/dev/null; then return 0; fi
  export DEBIAN_FRONTEND=noninteractive
  apt-get update -qq
  for package in "${missing[@]}"; do
    # Not through a pipe: `grep -q` ends at the first match, and with pipefail the broken pipe would count as a failure.
    if [[ "$(LC_ALL=C apt-cache policy "$package")" =~ Candidate:\ [^\(] ]]; then
      known+=("$package")
    else
      echo "not in this release of Debian: $package" >&2
    fi
  done
  if [ "${#known[@]}" -gt 0 ]; then
    apt-get install -y -qq --no-install-recommends "${known[@]}" >/dev/null
  fi
}
