/**
 * `//` if a file already has comments with slashes, so that its readers accept more of them;
 * otherwise undefined.
 */
export function slashesBesideOthers(text: string): '//' | undefined {
  const outsideOfTexts = text.replace(/"(?:[^"\\]|\\.)*"/g, '');
  return /\/[/*]/.test(outsideOfTexts) ? '//' : undefined;
}
