import { expect, it } from 'vitest';
import { readBody } from '../../../provider/http/read-body.ts';

it('a body that begins and never ends is the client’s mistake', async () => {
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

it('a body that comes in time is read whole', async () => {
  const headers = { 'content-type': 'application/json' };
  const bytes = await readBody(new Request('https://jufi.example/api', { method: 'POST', headers, body: '{"a":1}' }), 5_000);
  expect(new TextDecoder().decode(bytes)).toBe('{"a":1}');
});
