const NAMESPACE = 'urn:oasis:names:tc:xliff:document:2.0';

/** A file with this `<file>` content on line 3 and trgLang fr. */
export function fileOf(content: string, attributes = ''): string {
  return `<xliff xmlns="${NAMESPACE}" version="2.1" srcLang="en" trgLang="fr" xmlns:my="urn:my" xmlns:fs="urn:oasis:names:tc:xliff:fs:2.0" xmlns:slr="urn:oasis:names:tc:xliff:sizerestriction:2.0">
<file id="f1"${attributes}>
${content}
</file>
</xliff>
`;
}

/** A file with one unit of this content, which starts on line 4. */
export function unitOf(content: string, attributes = ''): string {
  return fileOf(`<unit id="u1"${attributes}>\n${content}\n</unit>`);
}

/** A file with one segment of this source and, if given, this target. */
export function segmentOf(source: string, target?: string): string {
  const second = target === undefined ? '' : `<target>${target}</target>`;
  return unitOf(`<segment><source>${source}</source>${second}</segment>`);
}
