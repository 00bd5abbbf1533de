/** Whether a file has comments with slashes, so that its readers take more of them. */
export function slashesBesideOthers(text: string): '//' | undefined {
  const outsideOfTexts = text.replace(/"(?:[^"\\]|\\.)*"/g, '');
  return /\/[/*]/.test(outsideOfTexts) ? '//' : undefined;
}
