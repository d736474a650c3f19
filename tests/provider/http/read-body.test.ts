import { expect, it } from 'vitest';
import { readBody } from '../../../provider/http/read-input.ts';

it('a body that never ends is the client’s mistake', async () => {
  let isCancelled = false;
  const body = new ReadableStream<Uint8Array>({
    start: (controller) => controller.enqueue(new TextEncoder().encode('{"referralCode":')),
    cancel: () => {
      isCancelled = true;
    },
  });
  const init = { method: 'POST', headers: { 'content-type': 'application/json' }, body, duplex: 'half' };
  const request = new Request('https://jufi.example/api', init);
  await expect(readBody(request, 50)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', detail: { fields: { body: 'INCOMPLETE' } } });
  expect(isCancelled).toBe(true);
});

it('a body that arrives in time is read completely', async () => {
  const headers = { 'content-type': 'application/json' };
  const bytes = await readBody(new Request('https://jufi.example/api', { method: 'POST', headers, body: '{"a":1}' }), 5_000);
  expect(new TextDecoder().decode(bytes)).toBe('{"a":1}');
});

it('a body that is shorter than declared and doesn’t end is the client’s mistake', async () => {
  const body = new ReadableStream<Uint8Array>({ start: (controller) => controller.enqueue(new TextEncoder().encode('{"a":')) });
  const headers = { 'content-type': 'application/json', 'content-length': '7' };
  const init = { method: 'POST', headers, body, duplex: 'half' };
  const request = new Request('https://jufi.example/api', init);
  await expect(readBody(request, 50)).rejects.toMatchObject({ code: 'VALIDATION_FAILED', detail: { fields: { body: 'INCOMPLETE' } } });
});

it.each(['7', undefined])('a body that is too long is refused, whatever its declared length (%s)', async (declared) => {
  const headers = { 'content-type': 'application/json', ...(declared === undefined ? {} : { 'content-length': declared }) };
  const request = new Request('https://jufi.example/api', { method: 'POST', headers, body: ' '.repeat(16 * 1_024 + 1) });
  await expect(readBody(request, 5_000)).rejects.toMatchObject({ code: 'BODY_TOO_LARGE' });
});
