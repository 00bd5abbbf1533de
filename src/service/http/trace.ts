import { randomUUID } from 'node:crypto';

/** 32 hex digits (contract.md). */
export function newTraceId(): string {
  return randomUUID().replaceAll('-', '');
}
