// What requests of every kind have in common.

export type Formality = 'default' | 'more' | 'less' | 'prefer_more' | 'prefer_less';

export interface RetryReason {
  readonly kind: 'rate' | 'server' | 'network';
  /** Milliseconds until the next attempt. */
  readonly delay: number;
  readonly attempt: number;
}
