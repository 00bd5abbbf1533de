import type { Client, RephraseOptions } from '../public.js';
import type { ImproveOptions, Improver } from '../../model/index.js';
import { askedOf } from './errors.js';
import type { SettingSources } from './errors.js';

/** The improvement port on top of the service's client. */
export function createServiceImprover(
  client: Pick<Client, 'write' | 'close'>,
  sources: SettingSources,
): Improver {
  const asked = askedOf(sources);
  return {
    improve: async (texts, options, signal) => {
      const [only, ...others] = texts;
      // A single text is sent as a string: not every service takes a list (docs/interface.md 4.6).
      const text = only !== undefined && others.length === 0 ? only : texts;
      const { improvements } = await asked(
        client.write.rephrase(text, wireOptions(options), { signal }),
      );
      return improvements.map((one) => one.text);
    },
    close: () => client.close(),
  };
}

/** The config uses the interface's words; both come from the same table. */
function wireOptions({ language, style, tone }: ImproveOptions): RephraseOptions {
  return {
    targetLang: language,
    writingStyle: style as RephraseOptions['writingStyle'],
    tone: tone as RephraseOptions['tone'],
  };
}
