import { blank } from './ends.js';

const TEMPLATE = /<template>[^]*?<\/template>/g;

/** A file of Ember with its templates (`.gts`, `.gjs`): script and templates, each at its lines. */
export function emberPieces(code: string): { readonly script: string; readonly templates: string } {
  let templates = '';
  let end = 0;
  for (const { 0: template, index } of code.matchAll(TEMPLATE)) {
    templates += blank(code.slice(end, index)) + template;
    end = index + template.length;
  }
  // A value, where one is assigned, and a member of a class.
  const script = code.replace(TEMPLATE, (template) => `null;${blank(template.slice(5))}`);
  return { script, templates };
}
