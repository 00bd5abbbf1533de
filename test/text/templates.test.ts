import { describe, expect, it } from 'vitest';
import type { MessageSyntax, Unit } from '../../src/model/index.js';
import { detectSyntax, prepare, validate } from '../../src/text/index.js';
import { context } from './context.js';

const LIQUID =
  'Dear {{ customer.name }}, {% if order.paid == true %}thank you{% else %}please pay{% endif %}.';
const SYNTAXES: readonly MessageSyntax[] = ['plain', 'i18next', 'vue', 'rails', 'icu', 'laravel'];

/** The words that are sent, without what is protected. */
const words = (text: string, syntax: MessageSyntax): string =>
  prepare(text, context({ syntax }), 'cut').texts.join(' | ');

describe('code of a template', () => {
  it.each([
    [LIQUID, 'Dear | thank you | please pay'],
    ['{%- for x in list -%}Item {{ x | upcase }}{%- endfor -%}', 'Item'],
    ['{% trans %}Hello{% endtrans %} {# not for you #} all', 'Hello | all'],
    ['{% if a % 2 == 0 %}Even{% endif %}', 'Even'],
    ['{{ "now" | date: "%Y" }}: {{ price | money }} left', 'left'],
    ['{{#if paid}}Thanks{{else}}Pay now{{/if}}', 'Thanks | Pay now'],
    ['{{#each items}}{{this.name}} and {{/each}}done', 'and | done'],
    ['{{> footer}} text {{{raw}}} {{!-- not for you --}}more', 'text | more'],
    ['Hi <%= user.name %>, <% if user.paid > 0 %>thanks<% end %>', 'Hi | thanks'],
    ['<%- include("head") -%>Words', 'Words'],
  ])('is protected in every syntax, the words are sent: %s', (text, expected) => {
    for (const syntax of SYNTAXES) {
      const sent = words(text, syntax).replace(/^[,. :]+|[,. :]+$| *[,:.](?= \||$)/g, '');
      expect([syntax, sent]).toEqual([syntax, expected]);
    }
  });

  it.each([
    ['order.paid == true', 'bestellung.bezahlt == wahr'],
    ['{% else %}', ''],
    ['endif', 'endewenn'],
  ])('is compared: %s as %s', (from, to) => {
    for (const syntax of SYNTAXES) {
      const found = validate(LIQUID, LIQUID.replace(from, to), context({ syntax }));
      expect(found.map(({ code }) => code)).toContain('placeholder-mismatch');
    }
  });

  it.each([
    ['{% if a %}A{% else %}B{% endif %}', '{% else %}A{% if a %}B{% endif %}', '{% else %}'],
    ['{% if a %}A{% endif %}', 'A{% endif %}{% if a %}', '{% endif %}'],
    [
      '{% if a %}A{% endif %}{% for b in c %}B{% endfor %}',
      '{% if a %}{% for b in c %}A{% endif %}B{% endfor %}',
      '{% for b in c %}',
    ],
    [
      '{% if a %}A{% elsif b %}B{% else %}C{% endif %}',
      '{% if a %}A{% else %}C{% elsif b %}B{% endif %}',
      '{% else %}',
    ],
    ['{% if a %}{% include "b" %}{% endif %}', '{% include "b" %}{% if a %}{% endif %}', 'include'],
    [
      '{% trans %}A{% pluralize %}B{% endtrans %}',
      '{% trans %}A{% endtrans %}{% pluralize %}B',
      '',
    ],
    ['<% if a %>A<% else %>B<% end %>', '<% if a %>A<% end %>B<% else %>', '<% end %>'],
    ['<%= link_to a do %>A<% end %>', '<% end %>A<%= link_to a do %>', '<% end %>'],
    ['<% if (a) { %>A<% } else { %>B<% } %>', '<% } else { %>A<% if (a) { %>B<% } %>', 'else'],
    ['{{#if a}}A{{else}}B{{/if}}', '{{else}}A{{#if a}}B{{/if}}', '{{else}}'],
    ['{{#a}}A{{/a}}{{^a}}B{{/a}}', '{{#a}}A{{^a}}{{/a}}B{{/a}}', '{{^a}}'],
    ['{{#each a}}A {{/each}}B', 'A {{/each}}B{{#each a}}', '{{/each}}'],
    ['{{ if .A }}A{{ else }}B{{ end }}', '{{ if .A }}A{{ end }}B{{ else }}', '{{ end }}'],
  ])('keeps its order: %s as %s', (source, target, named) => {
    for (const syntax of SYNTAXES) {
      const found = validate(source, target, context({ syntax }));
      expect([syntax, found.map(({ code }) => code)]).toEqual([syntax, ['placeholder-mismatch']]);
      expect(found[0]?.message).toContain(named);
    }
  });

  it.each([
    [
      '{% if a %}A{% endif %} {% if b %}B{% endif %}',
      '{% if b %}B{% endif %} {% if a %}A{% endif %}',
    ],
    [
      '{% for a in b %}{{ a }} of {{ c }}{% endfor %}',
      '{{ c }}: {% for a in b %}{{ a }}{% endfor %}',
    ],
    ['{% assign a = 1 %}{{ a }} {% include "b" %}', '{% assign a = 1 %}{% include "b" %} {{ a }}'],
    ['<% if a %>A<% end %> <%= b %>', '<%= b %> <% if a %>A<% end %>'],
    ['{{#a}}A{{/a}}{{^a}}B{{/a}}', '{{^a}}B{{/a}}{{#a}}A{{/a}}'],
    ['{% endif %} A {% if b %}', '{% endif %} B {% if b %}'],
    ['{% else %} of {{ a }}', '{{ a }}: {% else %}'],
  ])('may be moved as a whole: %s as %s', (source, target) => {
    for (const syntax of SYNTAXES) {
      const found = validate(source, target, context({ syntax }));
      expect([syntax, found]).toEqual([syntax, []]);
    }
  });

  it('does not say which library reads a file', () => {
    const range = { start: 0, end: 0 };
    const unit = (text: string): Unit => ({ key: ['a'], text, kind: 'text', range });
    const syntaxes = [
      'angular-translate',
      'i18next',
      'mediawiki',
      'symfony',
      'vue',
      'icu',
    ] as const;
    const detect = (...texts: string[]) => detectSyntax(texts.map(unit), { syntaxes });
    const texts = [
      LIQUID,
      '{{#paid}}Thanks{{/paid}}',
      '{%if a%}b{%endif%}',
      '{{#if a}}{{name}}{{/if}}',
      '{% else %}',
    ];
    for (const text of texts) {
      const { syntax, exceptions } = detect('Cart', text);
      expect([text, syntax, exceptions.size]).toEqual([text, 'plain', 0]);
    }
    expect(detect('{n, plural, one {#} other {#}}', ...texts).syntax).toBe('icu');
    expect(detect('Remove {%name%}?').syntax).toBe('angular-translate');
  });
});
