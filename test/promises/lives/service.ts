import { openTranslator } from '../../../src/open-translator.js';
import { TranslatorError } from '../../../src/index.js';
import type { Translator, loadConfig } from '../../../src/index.js';
import type { Random } from './random.js';

export const FAULTS = ['none', 'refused', 'down', 'mangled', 'interrupted', 'meanwhile'] as const;
export type Fault = (typeof FAULTS)[number];

/** What a run asked for, and what went wrong. */
export interface Sent {
  /** Requests that were answered, their texts and characters. */
  requests: number;
  texts: number;
  characters: number;
  /** Texts that had been answered before under the same options, and were not forgotten. */
  readonly again: string[];
  failed: boolean;
}

export interface Faulty {
  readonly fault: Fault;
  readonly random: Random;
  /** Everything that was answered and is remembered. */
  readonly answered: Set<string>;
  /** Happens while the first request is under way. */
  readonly meanwhile: () => void;
  readonly interrupt: AbortController;
}

/** The service of a config over HTTP, with what a run asks of it written down, and faults. */
export async function faultyService(
  config: Awaited<ReturnType<typeof loadConfig>>,
  { fault, random, answered, meanwhile, interrupt }: Faulty,
): Promise<{ readonly translator: Translator; readonly sent: Sent }> {
  const real = await openTranslator(config);
  const sent: Sent = { requests: 0, texts: 0, characters: 0, again: [], failed: false };
  const unlucky = String(random.below(10));
  const last = random.below(3);
  let begun = 0;
  const mangle = (text: string, isAgain: boolean): string => {
    if (!text.includes(unlucky)) return text;
    // An answer to the second request is damaged in no way that the third would be needed for.
    if (!isAgain && random.chance(0.5)) return text + (random.of(['\ufffd', '\u200b']) ?? '');
    return random.chance(0.3) ? '' : text.replace(/<[^>]*>|[{}]/g, '');
  };
  const translate: Translator['translate'] = async (batch, call) => {
    begun += 1;
    const isHit = batch.texts.some((text) => text.includes(unlucky));
    if (isHit && (fault === 'refused' || fault === 'down')) {
      sent.failed = true;
      throw new TranslatorError(fault === 'refused' ? 'rejected' : 'server', `No ${unlucky}`);
    }
    if (fault === 'meanwhile' && begun === 1) {
      sent.failed = true;
      meanwhile();
    }
    const answer = await real.translate(batch, call);
    const isAgain = batch.options.preserveFormatting === true;
    const texts =
      fault === 'mangled' ? answer.texts.map((text) => mangle(text, isAgain)) : answer.texts;
    if (texts.some((text, n) => text !== answer.texts[n])) sent.failed = true;
    sent.requests += 1;
    sent.texts += texts.length;
    sent.characters += answer.billedCharacters;
    for (const [n, text] of batch.texts.entries()) {
      const asked = JSON.stringify([batch.options, text]);
      if (answered.has(asked)) sent.again.push(asked);
      if (texts[n] !== '') answered.add(asked);
    }
    if (fault === 'interrupted' && begun > last) {
      sent.failed = true;
      interrupt.abort();
    }
    return { ...answer, texts };
  };
  return { translator: { ...real, translate }, sent };
}
