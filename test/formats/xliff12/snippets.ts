const NAMESPACE = 'urn:oasis:names:tc:xliff:document:1.2';

/** A file with this content of `<body>`, which starts on line 3. */
export function fileOf(content: string, attributes = ''): string {
  return `<xliff xmlns="${NAMESPACE}" version="1.2">
<file original="f" source-language="en" datatype="plaintext"${attributes}>
<body>${content}</body>
</file>
</xliff>
`;
}

/** A file with one unit of this content, on line 3. */
export function unitOf(id: string, content: string, attributes = ''): string {
  return fileOf(`<trans-unit id="${id}"${attributes}>${content}</trans-unit>`);
}
