import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { startProvider } from '../start-provider.ts';

/**
 * The addresses that answer besides the contract's calls; none of them knows of sessions. Who may make which call is in the table of access
 * (`access-world.ts`), which the compiler holds to the contract.
 */
const SERVICE_ADDRESSES: Readonly<Record<string, { status: number; because: string }>> = {
  '/openapi.json': { status: 200, because: 'the document of the API is public' },
  '/calendar/:file': { status: 404, because: 'a feed opens by its secret address alone' },
  '/docs': { status: 200, because: 'so is its page' },
  '/health': { status: 200, because: 'says only that the process runs' },
  '/live': { status: 200, because: 'the same' },
  '/ready': { status: 200, because: 'says only whether the database answers' },
  '/status': { status: 200, because: 'which parts of the service work is public' },
  '/metrics': { status: 404, because: 'hidden from whoever may not read them' },
  '/router': { status: 405, because: 'takes POST, and leads to the calls and their rules' },
};

it('nothing answers under /api but the calls of the contract and these addresses', async () => {
  const named = (path: string, pattern: RegExp): string[] => [...readFileSync(path, 'utf8').matchAll(pattern)].map(([, name = '']) => name);
  const inApp = named('provider/app.ts', /app\.\w+\(\s*`\$\{BASE\}([^`]*)`/g);
  const inTable = named('provider/http/service-answers.ts', /\[\s*'(\/[^']*)',/g);
  // The first leads to the table of service answers, the second to the calls.
  const routes = [...inApp.filter((path) => path !== '${path}' && path !== '/*'), ...inTable];
  expect(inApp).toEqual(expect.arrayContaining(['${path}', '/*']));
  expect(routes.toSorted()).toEqual(Object.keys(SERVICE_ADDRESSES).toSorted());

  const { raw } = await startProvider();
  for (const [path, { status }] of Object.entries(SERVICE_ADDRESSES)) {
    const response = await raw(new Request(`https://jufi.example/api${path}`));
    expect([path, response.status]).toEqual([path, status]);
  }
  for (const path of ['/', '/admin', '/debug', '/metrics/', '/internal', '/.env', '/account', '/docs/../metrics'])
    expect([path, (await raw(new Request(`https://jufi.example/api${path}`))).status]).toEqual([path, 404]);
});
