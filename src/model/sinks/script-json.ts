/**
 * A value as JSON for the content of a `<script type="application/json">`. No tag or comment can
 * start in it, and it parses back to the same value.
 */
export function scriptJson(value: unknown): string {
  return JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
}
