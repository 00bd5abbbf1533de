import type { Library } from './library.js';

/** react-intl and @formatjs/intl: the ids of `FormatjsIntl`. */
export const formatjs: Library = {
  usual: 'icu',
  catalog: 'messages',
  hasNamespaces: false,
  separator: '.',
  splitsKeys: false,
  declarations: () => `
/** \`const formatMessage: Translate = useIntl().formatMessage\`: a missing value is a type error. */
export type Translate = <K extends MessageKey>(
  message: { id: K; defaultMessage?: string; description?: string | object },
  ...values: keyof Messages[K] extends never
    ? [values?: GivenValues]
    : [values: Messages[K] & GivenValues]
) => string;

/** Values, and functions for the elements of a message: \`<b>…</b>\`. */
type GivenValues = Readonly<Record<string, MessageValue | ((chunks: any) => any)>>;

declare global {
  namespace FormatjsIntl {
    interface Message {
      ids: MessageKey;
    }
  }
}
`,
};
