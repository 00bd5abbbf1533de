import type { TextProblem } from '../types.js';

/*
 * Tags that steer a template: `{% if a %}` of Liquid, Twig and Jinja, `<% if a %>` of ERB and EJS,
 * also `<%= link_to a do %>`, and `{{#if a}}`, `{{ if .A }}` of Handlebars, Mustache and Go. The
 * groups are their content.
 */
const TAG =
  /\{%[-~+]?((?:[^%]|%(?!\})){1,500}?)[-~]?%\}|<%[-_]?((?:[^%]|%(?!>)){1,500}?)[-_]?%>|\{\{[-~]?\s{0,5}([#/^]\s?[\w.@/-]{0,60}(?:\s[^{}]{0,200})?|(?:if|range|with|block|define|else|end)(?:\s[^{}]{0,200})?)[-~]?\}\}/g;

interface Tag {
  readonly raw: string;
  /** What it opens: its end has the same name. A tag without an end is a statement. */
  readonly name: string;
  readonly role: 'start' | 'branch' | 'end';
}

const BRANCH = /^(?:else|els?e?if|when|pluralize|plural|rescue|ensure)\b|^\}.*\{$|^\^$/s;
const RUBY_BLOCK = /^(?:if|unless|case|while|until|for|begin)\b|\bdo(?:\s*\|[^|]*\|)?$|\{$/;

function tagOf([raw, liquid, erb, braces]: RegExpExecArray): Tag | undefined {
  const said = (liquid ?? erb ?? braces ?? '').trim();
  const [word = ''] = /^[\w.-]+/.exec(said) ?? [];
  if (BRANCH.test(said)) return { raw, name: '', role: 'branch' };
  if (liquid !== undefined) {
    return word.startsWith('end')
      ? { raw, name: word.slice('end'.length), role: 'end' }
      : { raw, name: word, role: 'start' };
  }
  if (erb !== undefined) {
    if (/^(?:end\b|\})/.test(said)) return { raw, name: '', role: 'end' };
    // `<%= name %>` shows a value, which may be anywhere.
    return RUBY_BLOCK.test(said) ? { raw, name: '', role: 'start' } : undefined;
  }
  if (word !== '') return { raw, name: '', role: word === 'end' ? 'end' : 'start' };
  const [, name = ''] = /^[#/^]\s*([^\s}]+)/.exec(said) ?? [];
  return { raw, name, role: said.startsWith('/') ? 'end' : 'start' };
}

function tagsIn(text: string): readonly Tag[] {
  if (!/\{%|<%|\{\{/.test(text)) return [];
  return Array.from(text.matchAll(TAG), (match) => tagOf(match)).filter((tag) => tag !== undefined);
}

/** A tag or a whole block. */
interface Part {
  readonly role: Tag['role'] | 'block';
  readonly name: string;
  readonly shape: string;
}

/**
 * The blocks of a text as one string, which is the same for every sound order: a block may change
 * places with its neighbours, but stays between the same branches of the same block.
 */
function shapeOf(tags: readonly Tag[]): string {
  const stack: Part[] = [];
  for (const { raw, name, role } of tags) {
    const shape = raw.replace(/\s+/g, '');
    const at =
      role === 'end' ? stack.findLastIndex((one) => one.role === 'start' && one.name === name) : -1;
    const start = stack[at];
    if (start === undefined) stack.push({ role, name, shape });
    else {
      const inner = stack.splice(at).slice(1);
      stack.push({ role: 'block', name, shape: `${start.shape}(${inOrder(inner)})${shape}` });
    }
  }
  return inOrder(stack);
}

/** Parts in a fixed order. Branches, and ends of other texts' blocks, keep their places. */
function inOrder(parts: readonly Part[]): string {
  const between: string[][] = [[]];
  for (const { role, shape } of parts) {
    if (role === 'start' || role === 'block') between.at(-1)?.push(shape);
    else between.push([shape], []);
  }
  return between.map((shapes) => shapes.sort().join(' ')).join('|');
}

/** A tag of a template that is in the wrong place, so that the engine refuses or mixes up the text. */
export function compareTemplates(source: string, target: string): TextProblem | undefined {
  const is = tagsIn(target);
  if (is.length < 2) return undefined;
  const was = tagsIn(source);
  if (shapeOf(was) === shapeOf(is)) return undefined;
  const moved = is.find(({ raw }, at) => raw !== was[at]?.raw) ?? is[0];
  const message = `${moved?.raw ?? ''} is in the wrong place`;
  return { code: 'placeholder-mismatch', message };
}
