import { Refusal } from '../refusal.ts';

const UUID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/i;

export function readIdempotencyKey(header: string | null): string {
  if (header === null || !UUID.test(header)) {
    throw new Refusal('VALIDATION_FAILED', { detail: { fields: { 'Idempotency-Key': header === null ? 'REQUIRED' : 'FORMAT' } } });
  }
  return header.toLowerCase();
}
