const nested = `<template>
  <div>
    <!-- <i18n>not a block</i18n> -->
    <template v-if="a > b" #head="{ x }"><p>{{ t('hello') }}</p></template>
    <i18n-t keypath="hello" /><i18n>{ "en": 1 }</i18n>
  </div>
</template>

<script setup lang="ts">
import { useI18n } from 'vue-i18n';
const { t } = useI18n({ useScope: 'local' });
const odd = '<i18n>';
</script>

<!-- texts -->
<i18n>
{
  "en": {
    "hello": "Hello",
    "cart": { "total": "Total: {n}", "list": ["one", "two"] }
  },
  "de": {
    "hello": "Hallo"
  }
}
</i18n>

<style scoped>
p > a { color: red; }
</style>
`;

const apart = `<script>export default {}</script>
<i18n locale="en" lang="yaml">
# shown first
hello: Hello
cart:
  total: "Total: {n}"
</i18n>

<i18n locale="de" lang="yaml">
hello: Hallo
</i18n>

<i18n src="./other.json" />
<i18n src="./more.json"></i18n>
<i18n global lang="json5">
{
  // unquoted
  en: { more: 'More', },
  de: { more: 'Mehr' }, // behind
}
</i18n>
`;

export const seeds: readonly string[] = [
  nested,
  apart,
  nested.replaceAll('\n', '\r\n'),
  "<i18n lang='yml'>\nen:\n  a: A\n  b: |\n    two\n    lines\nde:\n  a: Ä\n</i18n>",
  '<i18n>{en: {a: \'A\', b: "B"}}</i18n>\n<template lang="pug">\np <i18n>\n</template>\n',
];
