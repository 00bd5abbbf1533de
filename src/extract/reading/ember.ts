import { blank } from './ends.js';

const TEMPLATE = /<template>[^]*?<\/template>/g;

/**
 * Splits an Ember file with templates (`.gts`, `.gjs`) into script and templates, both at their
 * original lines.
 */
export function emberPieces(code: string): { readonly script: string; readonly templates: string } {
  let templates = '';
  let end = 0;
  for (const { 0: template, index } of code.matchAll(TEMPLATE)) {
    templates += blank(code.slice(end, index)) + template;
    end = index + template.length;
  }
  // `null` is valid both as an assigned value and as a class member.
  const script = code.replace(TEMPLATE, (template) => `null;${blank(template.slice(5))}`);
  return { script, templates };
}
