import { parseSiweMessage } from 'viem/siwe';
import { expect, it } from 'vitest';
import { Refusal } from '../../../provider/http/refusal.ts';
import { composeSignInMessage, readSignInMessage, signInSite } from '../../../provider/modules/account/sign-in-message.ts';
import { isMessageForUs } from '../../../src/lib/wallet-flow/check-sign-in-message.ts';
import { seededDraw } from '../http/malformed-requests.ts';
import { authenticate, issueNonce, newWallet } from '../sign-in.ts';
import { startProvider } from '../start-provider.ts';
import { mutateMessage } from './mutate-message.ts';

/** `npm run test:long` makes 100,000, and sends 5,000. */
const PARSED = Number(process.env['MUTATED_MESSAGES'] ?? 3_000);
const SENT = Number(process.env['MUTATED_MESSAGES_SENT'] ?? 60);
const SEED = Number(process.env['MUTATED_SEED'] ?? 4_361);

const CHAIN_ID = 210_000;
const site = signInSite('https://jufi.example', CHAIN_ID);
const expected = { domains: [site.domain], chainId: CHAIN_ID };

it(
  `${PARSED} altered messages are never read otherwise than a second parser reads them (seed ${SEED})`,
  () => {
    const draw = seededDraw(SEED);
    const { address } = newWallet();
    const original = composeSignInMessage(site, {
      address,
      nonce: '0123456789abcdef'.repeat(4),
      issuedAt: new Date('2026-11-21T09:00:00.000Z'),
      expiresAt: new Date('2026-11-21T09:05:00.000Z'),
    });
    const outcomes = new Map<string, number>();
    for (let count = 0; count < PARSED; count += 1) {
      const text = mutateMessage(original, draw);
      const seen = parseSiweMessage(text);
      const outcome = codeOf(() => {
        const { nonce } = readSignInMessage(text, site, address);
        const { domain, scheme, uri, version, chainId } = seen;
        expect({ domain, scheme, uri, version, chainId, address: seen.address, nonce: seen.nonce }, JSON.stringify(text)).toEqual({
          domain: site.domain,
          scheme: site.scheme,
          uri: site.uri,
          version: '1',
          chainId: CHAIN_ID,
          address,
          nonce,
        });
      });
      outcomes.set(outcome, (outcomes.get(outcome) ?? 0) + 1);
      // The browser only passes messages to the wallet that name this site and this account.
      if (isMessageForUs(text, { ...expected, address }) && seen.domain !== undefined) {
        expect([seen.domain, seen.address?.toLowerCase()], JSON.stringify(text)).toEqual([site.domain, address.toLowerCase()]);
      }
    }
    // Otherwise the alterations are all of one kind, or too coarse for the grammar to take any.
    expect([...outcomes.keys()].sort()).toEqual(['CHAIN_MISMATCH', 'DOMAIN_MISMATCH', 'MESSAGE_INVALID', 'READ']);
  },
  30_000 + 3 * PARSED,
);

it(
  `${SENT} altered messages, each signed by the wallet it names, don’t sign in (seed ${SEED})`,
  async () => {
    const provider = await startProvider({ limits: { callsPerClient: 1e9, signInsPerClient: 1e9 } });
    const draw = seededDraw(SEED + 1);
    const wallet = newWallet();
    for (let count = 0; count < SENT; count += 1) {
      const { message } = await issueNonce(provider, wallet.address);
      const text = mutateMessage(message, draw);
      const { status } = await authenticate(provider, wallet, text);
      expect([400, 422], `${status} for ${JSON.stringify(text)}`).toContain(status);
    }
    const { rows } = await provider.pool.query<{ members: string; sessions: string }>(
      'select (select count(*) from member) as members, (select count(*) from session) as sessions',
    );
    expect(rows).toEqual([{ members: '0', sessions: '0' }]);
    const { message } = await issueNonce(provider, wallet.address);
    expect(await authenticate(provider, wallet, message)).toMatchObject({ status: 200 });
  },
  30_000 + 200 * SENT,
);

function codeOf(act: () => void): string {
  try {
    act();
    return 'READ';
  } catch (error) {
    if (error instanceof Refusal) return error.code;
    throw error;
  }
}
