/**
 * A value as JSON between the tags of a `<script type="application/json">`. No tag and no comment
 * can begin in it, and it is read back as it was.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
