#!/usr/bin/env bash
# Packs the extension of VS Code, which checks its manifest, and looks at what is in the package. Publishes nothing.
set -euo pipefail
cd "$(dirname "$0")/../editors/vscode"

folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cp ../../LICENSE .
npx --yes @vscode/vsce@3.9.2 package --no-dependencies --allow-missing-repository --out "$folder/locale-sync.vsix" </dev/null
found=$(python3 -m zipfile --list "$folder/locale-sync.vsix" | awk 'NR > 1 { print $1 }' | sort | paste -sd' ')
wanted='[Content_Types].xml extension.vsixmanifest extension/LICENSE.txt extension/dist/extension.js extension/package.json extension/readme.md'
[ "$found" = "$wanted" ] || { echo "The package has: $found" >&2 && exit 1; }
