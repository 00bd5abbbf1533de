import { expect, test } from 'vitest';
import { languageOf, readLanguage } from '../../src/code/extract/languages/reader.js';

/**
 * `a`: must exist; `~a`: in use, but never missing; `a*b`: known in parts; `?`: any key; `=> a*`:
 * what must exist in its place.
 */
function usesIn(file: string, code: string): readonly string[] {
  const language = languageOf(file);
  if (language === undefined) throw new Error(`${file} is not read`);
  const { uses } = readLanguage(language, file, code);
  const shown = uses.map(({ key, needed, everywhere }) => {
    if (everywhere === true) return '?';
    const name = key.join('*');
    if (needed === undefined) return key.length > 1 ? name : `~${name}`;
    return needed.join('*') === name ? name : `${name} => ${needed.join('*')}`;
  });
  return [...new Set(shown)];
}

const VIEW = 'app/views/admin/users/_form.html';

test.each([
  // Ruby
  ['a.rb', "t('users.title'); I18n.t :title, count: 1", ['users.title', 'title']],
  ['a.rb', "# t('no')\n=begin\nt('no')\n=end\nt 'yes'", ['yes']],
  ['a.rb', 'I18n.t("errors.#{t(\'inner\')}.title")', ['errors.*.title', 'inner']],
  [
    'a.rb',
    "t(:title, scope: [:users, :show]); t('a', scope: 'b.c')",
    ['users.show.title', 'b.c.a'],
  ],
  ['a.rb', 't(code); raise I18n.t(code)', ['?']],
  ['a.rb', 't(code, scope: "errors"); t(KEY)', ['errors.*']],
  ['a.rb', "t('a', default: 'A'); t('b', **more); x.t('c')", ['~a', '*.b', '~b', '~c']],
  ['a.rb', 'x = <<~SQL\n  t("no") it\'s\nSQL\nt("yes") if a =~ /["\']/; t("b")', ['yes', 'b']],
  ['a.rb', "def t(key) = key; t(open ? 'a' : 'b')", ['a', 'b']],
  ['app/helpers/a_helper.rb', "t('.title')", ['*.title']],
  [
    'app/controllers/admin/users_controller.rb',
    "def show\n  t('.done')\nend",
    ['admin.users.*.done', 'admin.users.show.done => *.done'],
  ],
  [
    'app/mailers/user_mailer.rb',
    "def welcome\n  t('.hi')\nend",
    ['user_mailer.*.hi', 'user_mailer.welcome.hi => *.hi'],
  ],
  [`${VIEW}.erb`, "<p>it's <%= t '.title' -%> <%# t('no') %></p>", ['admin.users.form.title']],
  [
    `${VIEW}.haml`,
    "%p don't #{t('.a')}\n-# t('no')\n= f.label t(:b), class: 'x'",
    ['admin.users.form.a', 'b'],
  ],
  [`${VIEW}.slim`, "h1 = t '.a'\na href=\"#{t('b')}\" it's", ['admin.users.form.a', 'b']],
  [
    `${VIEW}.erb`,
    "<%= render 'box', a: 1 do %><%= t '.a' %><% end %>",
    ['admin.users.form.a => *.a'],
  ],
  // PHP
  ['a.php', "<p>it's</p><?php echo __('a.b'); ?> __('no')", ['a.b']],
  ['a.php', "<?php // __('no')\n/* __('no') */ # __('no')\ntrans('yes');", ['yes']],
  [
    'a.php',
    '<?php __(\'cart.\' . $kind . \'.title\'); __("a.{$b}.c"); __("d.$e");',
    ['cart.*.title', 'a.*.c', 'd.*'],
  ],
  ['a.php', '<?php __($key); trans(self::KEY);', ['?']],
  ['a.php', "<?php $a->trans('x', [], 'messages'); $a->trans('y', [], 'other');", ['x', '~y']],
  [
    'a.php',
    "<?php $a->trans('z', domain: 'other'); Lang::get('g'); $list->get('no');",
    ['~z', 'g'],
  ],
  [
    'a.php',
    "<?php __($a ? 'one' : 'two'); trans_choice('n', 2); __(sprintf('s.%s', $x));",
    ['one', 'two', 'n', 's.*'],
  ],
  ['a.php', "<?php echo <<<HTML\n it's __('no')\nHTML;\n__('it\\'s');", ["it's"]],
  ['a.php', "<?php _x('Post', 'noun', 'domain'); _n('One', 'Many', $n);", ['noun.Post', 'One']],
  [
    'a.blade.php',
    "it's {{ __('a') }} @lang('b') {{-- __('no') --}} @if(__('c'))@endif <x :t=\"__('d')\"/>",
    ['a', 'b', 'c', 'd'],
  ],
  [
    'a.twig',
    "it's {{ 'a'|trans }} {{ ('b.' ~ c)|trans }} {{ d.label|trans }} {# 'no'|trans #}",
    ['a', 'b.*', '?'],
  ],
  [
    'a.twig',
    "{{ 'a'|trans({}, 'other') }} {% trans %}Hello{% endtrans %}",
    ['~a', '~Hello', 'Hello'],
  ],
  // Python, Django, Jinja, C
  ['a.py', "_('Save') # _('no')\nx = '''_('no')'''", ['Save']],
  ['a.py', "_('a' 'b'); _('%d items' % n); _(f'x.{y}')", ['ab', '* items', 'x.*']],
  ['a.py', "pgettext('month', 'May'); ngettext('a %d', 'b', n)", ['month.May', 'a %d']],
  ['a.py', "_('a' if b else 'c'); gettext_lazy('d')", ['a', 'c', 'd']],
  ['a.py', '_(message); _(ERRORS); fnmatch.translate(x)', ['?']],
  ['a.html', `{% trans "a" %} {% translate 'b' context "c" %} {{ _("d") }}`, ['a', 'c.b', 'd']],
  [
    'a.html',
    '{% blocktrans trimmed %}\n Hi\n {{ name }}\n{% endblocktrans %}',
    ['~\n Hi\n %(name)s\n', 'Hi %(name)s'],
  ],
  ['a.html', "{% trans title %}{# {% trans 'no' %} #} it's", ['?']],
  [
    'a.jinja',
    '{{- gettext("a") -}}{% trans n=1 %}x{% pluralize %}xs{% endtrans %}',
    ['a', '~x', 'x'],
  ],
  ['a.c', 'puts(_("a" /* _("no") */ "b")); // _("no")', ['ab']],
  // Dart
  ['a.dart', 'Text(AppLocalizations.of(context)!.title)', ['title']],
  ['a.dart', 'context.l10n.a; l10n.b(1); l10n!.c; other.d', ['a', 'b', 'c']],
  ['a.dart', 'final s = S.of(context); s.a; S.current.b; s.a.toString();', ['a', 'b']],
  ['a.dart', 'final name = S.of(context).page; name.length;', ['page']],
  ['a.dart', 'void f(AppLocalizations texts) => texts.a; // texts.no', ['a']],
  ['a.dart', "'cart.title'.tr(); tr('b')", ['~cart.title', '~b']],
  ['a.dart', "'cart.$x'.tr(); x.tr(); LocaleKeys.a_b.tr()", ['cart.*', '?']],
  ['a.dart', 'MaterialLocalizations.of(context).okButtonLabel', ['~okButtonLabel']],
  ['a.dart', "f(l10n.localeName, S.of(context), r'\\'); l10n.a;", ['a']],
  ['a.dart', "'${l10n.a} it\\'s'; /* l10n.no */ \"${f('}')}\"; l10n.b", ['a', 'b']],
  // Kotlin, Java
  ['a.kt', 'getString(R.string.title, R.plurals.n)', ['title', 'n']],
  ['a.kt', 'stringResource(Res.string.a); android.R.string.ok; C.R.string.b', ['~a', '~ok', '~b']],
  ['a.kt', '"${getString(R.string.a)} R.string.no" // R.string.no', ['a']],
  ['a.kt', 'resources.getStringArray(R.array.kinds)', ['kinds.*', '~kinds']],
  ['a.kt', 'import a.R\ngetString(id); R.string.a', ['a']],
  ['a.kt', 'import android.x\nresources.getIdentifier("a$x", "string", p)', ['?']],
  ['A.java', "char c = '\"'; getString(R.string.a);", ['a']],
  ['A.java', 'bundle.getString("a.b"); messages.getMessage("c" + d)', ['~a.b', 'c*']],
  ['a.kt', 'messages.getMessage(code)', ['?']],
  ['a.kt', 'val a = """R.string.no ${R.string.yes}"""', ['yes']],
  // Swift, Objective-C
  ['a.swift', 'NSLocalizedString("a", comment: "it\'s")', ['a']],
  ['a.swift', 'String(localized: "a"); String(1); Text("b"); Text(name)', ['a', '~b']],
  [
    'a.swift',
    'NSLocalizedString("a", tableName: "T", comment: ""); WMFLocalizedString("b")',
    ['~a', 'b'],
  ],
  ['a.swift', 'String(localized: "\\(n) of \\(m)"); Text("\\(n)")', ['* of *']],
  ['a.swift', 'NSLocalizedString("cart.\\(kind)", comment: "")', ['cart.*']],
  [
    'a.swift',
    '/* Text("no") */ #"NSLocalizedString("no")"#; NSLocalizedString(key, comment: "")',
    ['?'],
  ],
  ['a.swift', 'NSLocalizedString("a", value: "A", comment: "")', ['~a']],
  ['a.swift', 'Text(isOpen ? "a" : "b").navigationTitle("c")', ['~a', '~b', '~c']],
  ['a.swift', 'String(localized: "a", bundle: .module)', ['~a']],
  [
    'a.m',
    'NSLocalizedString(@"a", @"b"); NSLocalizedStringFromTable(@"c", @"T", nil)',
    ['a', '~c'],
  ],
])('%s: %s', (file, code, uses) => {
  expect([...usesIn(file, code)].sort()).toEqual([...uses].sort());
});
